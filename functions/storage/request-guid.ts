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
 * Replays of item writes (lib/reference/idempotency.md#request-guids): every success carries `X-Request-Guid`. A request
 * with a guid of an earlier response, or with a guid or key of its own, gets the recorded response when it is repeated, within
 * the same acting company.
 */
export const REQUEST_GUID_HEADER = 'X-Request-Guid';

const KEPT_FOR_SECONDS = 400 * 24 * 3600;

export interface ReplyRecorder {
  guid: string;
  /** Route and input, for a row that is found by the guid for longer than the record is kept. */
  inputHash: string;
  /** Adds the guid to a response. */
  reply: (status: number, body: unknown) => Reply;
  /** The record of a completed response, to be committed with the change. */
  record: (reply: Reply) => Write;
}

export interface ReplayableRequest {
  company: string;
  /** Name of the route. */
  operation: string;
  /** The guid or key that the caller chose; undefined when none was sent. */
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

/** Runs an operation whose transaction includes `record(reply)`, or returns the recorded reply. */
export const withRequestGuid = async (
  request: ReplayableRequest,
  operate: (recording: ReplyRecorder) => Promise<Reply>,
): Promise<Reply> => {
  const guid = request.guid ?? crypto.randomUUID();
  const { company, operation, input } = request;
  const idempotency = idempotencyRecordFor({
    company,
    // A guid identifies one request on all routes: sent to another route, it is a conflict.
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
    // Only this request knows the guid, so a record under it is from a commit whose response was lost.
    const own = error instanceof TransactionRefused ? await findReply(idempotency) : undefined;
    if (own) return unpackReply(own);
    throw error;
  }
};

/** As `withRequestGuid`, for a route that requires an idempotency key: the key identifies the request, and no header is added. */
export const withRecordedKey = async (
  idempotency: IdempotencyRecord,
  key: string,
  operate: (recording: ReplyRecorder) => Promise<Reply>,
): Promise<Reply> => {
  const recording = { ...recorderOf(idempotency, key), reply: (status: number, body: unknown) => ({ status, body }) };
  return unpackReply(await once(idempotency, () => operate(recording)));
};
