import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { coldStart } from '../../../functions/platform/warm-state.ts';
import { documents } from '../../../functions/storage/client.ts';
import { getRowsWithCommon } from '../../../functions/storage/common-rows.ts';
import { getRow, putRow, updateRow, type Row } from '../../../functions/storage/table.ts';
import { transact } from '../../../functions/storage/transactions.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';

const { send } = documents;
const table = new MemoryTable();
table.install();
afterAll(() => Object.assign(documents, { send }));

const company = { pk: 'COMPANY#shop', sk: 'company' };
const own = { pk: 'ORDER#shop#1', sk: 'order' };
const row = (key: typeof company, more: object = {}): Row => ({ ...key, type: 'test', v: 1, ...more });
const changeBehindCache = (more: object): void => table.put({ ...company, type: 'test', v: 1, ...more });

/** Requested keys, by call. */
let reads: string[][] = [];
table.carry = async ({ name, what, effect }) => {
  if (name === 'BatchGet') reads.push(what.split(' '));
  return effect();
};

beforeEach(async () => {
  coldStart();
  table.clear();
  await putRow(row(company, { name: 'Shop' }));
  await putRow(row(own));
  reads = [];
});

const nameNow = async (): Promise<unknown> => {
  const rows = await getRowsWithCommon([own], [company], { consistent: true });
  expect(rows.get(own)).toMatchObject(own);
  return rows.get<Row & { name: string }>(company)?.name;
};
const readManyTimes = async (): Promise<void> => {
  for (let buyer = 0; buyer < 20; buyer++) await nameNow();
};

describe('shared rows of all buyers of a company', () => {
  it('are read in one batch with the row of a single caller', async () => {
    await nameNow();
    changeBehindCache({ name: 'New' });
    expect(await nameNow()).toBe('New');
    expect(reads).toEqual([
      ['order', 'company'],
      ['order', 'company'],
    ]);
  });

  it('are read once for many callers, and the callers’ own rows each time', async () => {
    await readManyTimes();
    changeBehindCache({ name: 'New' });
    expect(await nameNow()).toBe('Shop');
    expect(reads.at(-1)).toEqual(['order']);
    expect(reads).toHaveLength(21);
  });

  it('are read once for two callers if the row indicates many readers', async () => {
    const read = async (name: string) => {
      const isUnderLoad = (found: Row | null) => (found as { name?: string } | null)?.name === name;
      return (await getRowsWithCommon([own], [company], { isUnderLoad })).get<Row & { name: string }>(company)?.name;
    };
    await read('Shop');
    changeBehindCache({ name: 'New' });
    expect(await read('Shop')).toBe('Shop');
    expect(await read('Another')).toBe('New');
    expect(reads.map(({ length }) => length)).toEqual([2, 1, 2]);
  });

  it('are read again after a change by this process', async () => {
    await readManyTimes();
    await updateRow({
      key: company,
      update: 'SET #name = :name',
      names: { '#name': 'name' },
      values: { ':name': 'B' },
    });
    expect(await nameNow()).toBe('B');
    await readManyTimes();
    await transact([{ put: row(company, { name: 'C' }) }]);
    expect(await nameNow()).toBe('C');
  });

  it('are not cached from a read that started before a change by this process', async () => {
    const page = { pk: 'COMPANY#shop', sk: 'page' };
    await putRow(row(page, { name: 'Old' }));
    const { carry } = table;
    const [readDone, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let isFirst = true;
    table.carry = async ({ name, effect }) => {
      const answer = await effect();
      if (name === 'BatchGet' && isFirst) {
        isFirst = false;
        readDone.resolve();
        await release.promise;
      }
      return answer;
    };
    const delayed = getRowsWithCommon([], [page]);
    await readDone.promise;
    await putRow(row(page, { name: 'New' }));
    for (let buyer = 0; buyer < 20; buyer++) await getRowsWithCommon([], [page]);
    release.resolve();
    await delayed;
    expect((await getRowsWithCommon([], [page])).get(page)).toMatchObject({ name: 'New' });
    table.carry = carry;
  });

  it('that do not exist are read each time', async () => {
    const page = { pk: 'ORDERPAGE#shop', sk: 'page' };
    for (let visitor = 0; visitor < 20; visitor++) await getRowsWithCommon([], [page]);
    await putRow(row(page));
    expect((await getRowsWithCommon([], [page])).get(page)).toMatchObject(page);
    expect(await getRow(page)).toMatchObject(page);
  });
});
