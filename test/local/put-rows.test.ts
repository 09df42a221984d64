import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { documents } from '../../functions/storage/client.ts';
import { deleteRows, putRows } from '../../functions/storage/put-rows.ts';
import { getRows } from '../../functions/storage/table.ts';
import { MemoryTable } from '../simulation/memory-table.ts';

const { send } = documents;
const table = new MemoryTable();
beforeAll(() => table.install());
afterEach(() => table.install());
afterAll(() => Object.assign(documents, { send }));

const key = { pk: 'ITEM#1', sk: 'register' };

it('a row that occurs twice among written or removed rows does not block the others', async () => {
  const other = { pk: 'ITEM#2', sk: 'register', type: 'test', v: 1 };
  await putRows([{ ...key, type: 'test', v: 1 }, other, { ...key, type: 'test', v: 2 }]);
  expect([table.get(key)?.['v'], table.get(other)?.['v']]).toEqual([2, 1]);
  await deleteRows([key, other, key]);
  expect([table.get(key), table.get(other)]).toEqual([undefined, undefined]);
});

interface Batch {
  input: { RequestItems: Record<string, unknown[] | { Keys: unknown[] }> };
}
/** Makes the table process at most N rows of each batch. Returns a function for the number of calls. */
const processing = (most: number): (() => number) => {
  let calls = 0;
  const send = async ({ input: { RequestItems } }: Batch) => {
    if (++calls > 100) throw new Error('endless');
    const [[name, sent] = ['', []]] = Object.entries(RequestItems);
    if (Array.isArray(sent)) return { UnprocessedItems: { [name]: sent.slice(most) } };
    return {
      Responses: { [name]: sent.Keys.slice(0, most) },
      UnprocessedKeys: { [name]: { Keys: sent.Keys.slice(most) } },
    };
  };
  Object.assign(documents, { send });
  return () => calls;
};

describe('a batch that the table processes in part', () => {
  const rows = Array.from({ length: 20 }, (_, at) => ({ pk: `ITEM#${at}`, sk: 'register', type: 'test', v: 1 }));

  it('is sent until all of its rows are processed', async () => {
    const written = processing(1);
    await putRows(rows);
    expect(written()).toBe(20);
    const read = processing(1);
    const found = await getRows(rows);
    expect([read(), rows.every((row) => found.get(row))]).toEqual([20, true]);
  });

  it('fails with 503 when no more of its rows are processed', async () => {
    processing(0);
    await expect(putRows(rows)).rejects.toMatchObject({ status: 503, code: 'service_busy' });
    await expect(getRows(rows)).rejects.toMatchObject({ status: 503, code: 'service_busy' });
  });
});
