import { headerBytes } from '../platform/header-text.ts';
import {
  once,
  recordReplyWrite,
  findReply,
  idempotencyRecordFor,
  type Reply,
  type IdempotencyRecord,
} from './idempotency.ts';
import { packedBody, unpackedBody } from './packed-replies.ts';
import { TransactionRefused, type Write } from './transactions.ts';

/**
 * Replays of writes to items (lib/reference/idempotency.md#request-guids). Every success has the header
 * `X-Request-Guid`. A repeat with this guid, or with the guid or key that the caller chose, gets the recorded reply,
 * within the same acting company.
 */

export const REQUEST_GUID_HEADER = 'X-Request-Guid';

const KEPT_FOR_SECONDS = 400 * 24 * 3600;

export interface ReplyRecorder {
  guid: string;
  /** Hash of route and input, for a row that is found by the guid after the record has expired. */
  inputHash: string;
  /** Creates a reply with the guid in its header. */
  reply: (status: number, body: unknown) => Reply;
  /** The record of the reply. Commit it with the change. */
  record: (reply: Reply) => Write;
}

export interface ReplayableRequest {
  company: string;
  /** Name of the route. */
  operation: string;
  /** The guid or key that the caller chose; undefined if none was sent. */
  guid: string | undefined;
  /** Path parameters and body. */
  input: unknown;
}

const recorderOf = (idempotency: IdempotencyRecord, guid: string): ReplyRecorder => ({
  guid,
  inputHash: idempotency.inputHash,
  reply: (status, body) => ({ status, body, headers: { [REQUEST_GUID_HEADER]: headerBytes(guid) } }),
  record: (reply) => ({ ...recordReplyWrite(idempotency, packReply(reply)), reply: reply.body }),
});

const packReply = (reply: Reply): Reply => ({ ...reply, body: packedBody(reply.body) });
const unpackReply = (reply: Reply): Reply => ({ ...reply, body: unpackedBody(reply.body) });

/** Runs an operation whose transaction includes `record(reply)`, or returns the recorded reply to a repeat. */
export const withRequestGuid = async (
  request: ReplayableRequest,
  operate: (recording: ReplyRecorder) => Promise<Reply>,
): Promise<Reply> => {
  const guid = request.guid ?? crypto.randomUUID();
  const { company, operation, input } = request;
  const idempotency = idempotencyRecordFor({
    company,
    // All routes share this name, so a guid that is sent to another route is a conflict.
    operation: 'request-guid',
    key: guid,
    input: { operation, input },
    keptForSeconds: KEPT_FOR_SECONDS,
  });
  const recording = recorderOf(idempotency, guid);
  if (request.guid !== undefined) return unpackReply(await once(idempotency, () => operate(recording)));
  try {
    return await operate(recording);
  } catch (error) {
    // No other request knows this guid, so a record with it was committed by this request, and the response was lost.
    const recorded = error instanceof TransactionRefused ? await findReply(idempotency) : undefined;
    if (recorded) return unpackReply(recorded);
    throw error;
  }
};

/**
 * Like `withRequestGuid`, for a route that requires an idempotency key. The key identifies the request, and no header
 * is added.
 */
export const withRecordedKey = async (
  idempotency: IdempotencyRecord,
  key: string,
  operate: (recording: ReplyRecorder) => Promise<Reply>,
): Promise<Reply> => {
  const recording = { ...recorderOf(idempotency, key), reply: (status: number, body: unknown) => ({ status, body }) };
  return unpackReply(await once(idempotency, () => operate(recording)));
};
