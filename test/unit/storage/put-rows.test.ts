import { afterAll, beforeAll, expect, it } from 'vitest';
import { documents } from '../../../functions/storage/client.ts';
import { deleteRows, putRows } from '../../../functions/storage/put-rows.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';

const { send } = documents;
const table = new MemoryTable();
beforeAll(() => table.install());
afterAll(() => Object.assign(documents, { send }));

const key = { pk: 'ITEM#1', sk: 'register' };

it('a row that occurs twice among written or removed rows does not block the others', async () => {
  const other = { pk: 'ITEM#2', sk: 'register', type: 'test', v: 1 };
  await putRows([{ ...key, type: 'test', v: 1 }, other, { ...key, type: 'test', v: 2 }]);
  expect([table.get(key)?.['v'], table.get(other)?.['v']]).toEqual([2, 1]);
  await deleteRows([key, other, key]);
  expect([table.get(key), table.get(other)]).toEqual([undefined, undefined]);
});
