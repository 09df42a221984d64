import type { Text } from '../../../platform/messages/message.ts';
import { management } from '../../../platform/messages/management.ts';
import { randomBytes } from 'node:crypto';
import { isDryRun } from '../../../platform/dry-run.ts';
import { nameChanges, nameSubject } from '../../../platform/cause.ts';
import { nowMs } from '../../../platform/clock.ts';
import { invalidFields } from '../../../platform/errors.ts';
import { recordReplyWrite, type IdempotencyRecord, type Reply } from '../../../storage/idempotency.ts';
import { putRows } from '../../../storage/put-rows.ts';
import { retryOnConflict } from '../../../storage/retry.ts';
import { ABSENT, getRows } from '../../../storage/table.ts';
import { transact, TransactionRefused } from '../../../storage/transactions.ts';
import { listIssuedCodes } from '../../value/items/issued-codes.ts';
import { derivedCode, type PlacedCode } from './codes.ts';
import { presentCodeBatch } from './present.ts';
import { codeBatchRow, listedCodesRows, type BatchPurpose, type CodeBatchRow } from './rows.ts';
import { CODES_PER_TRANSACTION, codeKey, codeWrites } from './write.ts';

interface BatchInput {
  company: string;
  purpose: BatchPurpose;
  /** Codes in the request, or the number to generate. */
  codes: { listed: readonly string[] } | { count: number; prefix: string };
  /** The target of the codes, for the audit log. */
  subject: Record<string, string>;
  idempotency: IdempotencyRecord;
}

const ROUNDS = 5;

/**
 * Creates a batch of codes and returns 201. A batch that fits into one transaction is finished immediately; a worker
 * completes a larger batch. Throws 422 on `codes.N` for a listed code that exists already.
 */
export const createBatch = (input: BatchInput): Promise<Reply> => {
  const create = async (): Promise<Reply> => {
    const batch = newBatch(input);
    if ('listed' in input.codes) await assertFree(batch, input.codes.listed);
    return commitBatch(batch, input);
  };
  return retryOnConflict(create, isCodeTaken, { attempts: ROUNDS });
};

/**
 * Whether another request has created one of the codes in the meantime. The next attempt reports a listed code, and
 * generates other codes.
 */
const isCodeTaken = (error: unknown): boolean =>
  error instanceof TransactionRefused && error.failures.some(({ name }) => name === undefined);

const newBatch = ({ company, purpose, codes }: BatchInput): CodeBatchRow => {
  const total = 'listed' in codes ? codes.listed.length : codes.count;
  return codeBatchRow({
    company,
    id: `cb_${randomBytes(16).toString('hex')}`,
    purpose,
    source:
      'listed' in codes ? { listed: true } : { seed: randomBytes(16).toString('base64url'), prefix: codes.prefix },
    total,
    status: total <= CODES_PER_TRANSACTION ? 'finished' : 'running',
    next: total <= CODES_PER_TRANSACTION ? total : 0,
    lost: [],
    turn: 0,
    createdAtMs: nowMs(),
  });
};

const placedCodes = (batch: CodeBatchRow, codes: BatchInput['codes']): PlacedCode[] =>
  'listed' in codes
    ? codes.listed.map((code, place) => ({ code, place }))
    : Array.from({ length: codes.count }, (_, place) => ({
        place,
        code: derivedCode(
          batch,
          { seed: 'seed' in batch.source ? batch.source.seed : '', prefix: codes.prefix },
          place,
        ),
      }));

const commitBatch = async (batch: CodeBatchRow, { codes, subject, idempotency }: BatchInput): Promise<Reply> => {
  const { company, id, status, total } = batch;
  const reply: Reply = { status: 201, body: presentCodeBatch(batch) };
  nameSubject({ ...subject, code_batch_id: id });
  nameChanges([{ member: 'codes', before: null, after: total }]);
  // These rows are written before the batch, so that a batch never exists without its listed codes.
  if ('listed' in codes && !isDryRun()) await putRows(listedCodesRows(company, id, codes.listed));
  const now = status === 'finished' ? codeWrites(batch, placedCodes(batch, codes)) : [];
  await transact([{ put: batch, condition: ABSENT, name: 'batch' }, ...now, recordReplyWrite(idempotency, reply)]);
  return reply;
};

const assertFree = async (batch: CodeBatchRow, codes: readonly string[]): Promise<void> => {
  const stored = getRows(
    codes.map((code) => codeKey(batch, code)),
    { consistent: true },
  );
  const [rows, issued] = await Promise.all([stored, listIssuedCodes(batch.company, codes)]);
  const taken = codes.flatMap((code, place) =>
    issued.has(code) || rows.get(codeKey(batch, code))
      ? [[`codes.${place}`, [management('code_exists')]] satisfies [string, Text[]]]
      : [],
  );
  if (taken.length > 0) throw invalidFields(Object.fromEntries(taken));
};
