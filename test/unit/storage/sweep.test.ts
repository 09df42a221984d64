import { afterAll, expect, test } from 'vitest';
import { sweepShard } from '../../../functions/schedules/sweep.ts';
import { documents } from '../../../functions/storage/client.ts';
import { dueAt } from '../../../functions/storage/due.ts';
import type { Key } from '../../../functions/storage/table.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';

const { send } = documents;
afterAll(() => void Object.assign(documents, { send }));

const NEWEST = 'newest';

/** A sweep of a shard in which every row fails except for the newest. */
const failingSweep = (failingRows: number) => {
  const table = new MemoryTable();
  table.install();
  const put = (pk: string, atMs: number): void => {
    const { duesk } = dueAt('order-refund', pk, atMs);
    table.put({ pk, sk: 'row', type: 'refund', v: 1, duepk: 'order-refund#0', duesk });
  };
  for (let at = 1; at <= failingRows; at++) put(`failing-${at}`, at);
  put(NEWEST, failingRows + 1);
  const done = new Set<string>();
  const work = ({ pk }: Key): Promise<'done'> => {
    if (pk !== NEWEST) return Promise.reject(new Error('The gateway does not respond'));
    done.add(pk);
    return Promise.resolve('done');
  };
  return { done, sweep: { kind: 'order-refund', work, concurrency: 5, report: () => undefined } as const };
};

test.each([
  [150, 100, 50],
  [1200, 1000, 20],
])('after %d rows that always fail, a sweep of %d rows still reaches newer rows', async (rows, maximum, runs) => {
  const { done, sweep } = failingSweep(rows);
  for (let run = 0; run < runs; run++) {
    const { failed } = await sweepShard({ ...sweep, maximum }, 0, Infinity);
    expect(failed).toBeLessThanOrEqual(maximum);
  }
  expect([...done]).toEqual([NEWEST]);
});

test('a sweep without a limit tries each due row once, and reaches those behind a thousand that fail', async () => {
  const { done, sweep } = failingSweep(1200);
  expect(await sweepShard(sweep, 0, Infinity)).toEqual({ done: 1, failed: 1200 });
  expect([...done]).toEqual([NEWEST]);
});
