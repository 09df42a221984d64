import { afterAll, expect, test } from 'vitest';
import { sweepShard } from '../../../functions/schedules/sweep.ts';
import { documents } from '../../../functions/storage/client.ts';
import { dueAt } from '../../../functions/storage/due.ts';
import type { Key } from '../../../functions/storage/table.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';

const { send } = documents;
afterAll(() => void Object.assign(documents, { send }));

const FAILING_ROWS = 150;
const NEWEST = 'newest';

test('rows that fail in every run do not keep a limited sweep from newer rows', async () => {
  const table = new MemoryTable();
  table.install();
  const put = (pk: string, atMs: number): void => {
    const { duesk } = dueAt('order-refund', pk, atMs);
    table.put({ pk, sk: 'row', type: 'refund', v: 1, duepk: 'order-refund#0', duesk });
  };
  for (let at = 1; at <= FAILING_ROWS; at++) put(`failing-${at}`, at);
  put(NEWEST, FAILING_ROWS + 1);
  const done = new Set<string>();
  const work = ({ pk }: Key): Promise<'done'> => {
    if (pk !== NEWEST) return Promise.reject(new Error('The gateway does not respond'));
    done.add(pk);
    return Promise.resolve('done');
  };
  const sweep = { kind: 'order-refund', work, concurrency: 5, report: () => undefined, maximum: 100 } as const;
  for (let run = 0; run < 50; run++) {
    const { failed } = await sweepShard(sweep, 0, Infinity);
    expect(failed).toBeLessThanOrEqual(100);
  }
  expect([...done]).toEqual([NEWEST]);
});
