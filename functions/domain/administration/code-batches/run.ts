import { chunksOf } from '../../../platform/chunks.ts';
import { membersAre } from '../../../storage/conditions.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { getRow, updateRow } from '../../../storage/table.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import { codesBetween } from './codes.ts';
import { codeBatchKey, type CodeBatchRow } from './rows.ts';
import { CODES_PER_TRANSACTION, createCodes } from './write.ts';

const CONCURRENT_TRANSACTIONS = 4;

/**
 * Creates the missing codes of a batch. After `stopAtMs` (in terms of `performance.now()`), another run continues. Safe
 * to run concurrently, and to repeat after a crash.
 */
export const runCodeBatch = async (company: string, id: string, stopAtMs: number): Promise<void> => {
  for (;;) {
    const batch = await getRow<CodeBatchRow>(codeBatchKey(company, id), { consistent: true });
    if (!batch || batch.status === 'finished') return;
    if (performance.now() > stopAtMs) return handOver(batch);
    await advance(batch);
  }
};

const advance = async (batch: CodeBatchRow): Promise<void> => {
  const next = Math.min(batch.total, batch.next + CONCURRENT_TRANSACTIONS * CODES_PER_TRANSACTION);
  const codes = await codesBetween(batch, { from: batch.next, to: next });
  const groups = chunksOf(codes, CODES_PER_TRANSACTION);
  const lost = await Promise.all(groups.map((group) => createCodes(batch, group)));
  await change(batch, {
    next,
    lost: [...batch.lost, ...lost.flat()],
    status: next === batch.total ? 'finished' : 'running',
  });
};

/** The stream turns this change to the row into the next message. */
const handOver = (batch: CodeBatchRow): Promise<void> => change(batch, { turn: batch.turn + 1 });

/** Ignores a failed condition: another run has advanced the batch, and this run reads the row again or ends. */
const change = async (
  batch: CodeBatchRow,
  set: Partial<Pick<CodeBatchRow, 'next' | 'lost' | 'status' | 'turn'>>,
): Promise<void> => {
  const unchanged = membersAre({ next: batch.next, turn: batch.turn });
  await unlessRefused(updateRow(rowUpdate({ key: batch, set, if: unchanged })));
};
