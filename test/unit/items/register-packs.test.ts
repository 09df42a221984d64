import { afterAll, beforeAll, expect, test } from 'vitest';
import { packEntries, packRegister, putRegister } from '../../../functions/domain/value/items/ledger/pack-register.ts';
import type { PackEntry } from '../../../functions/domain/value/items/ledger/register-packs.ts';
import { listMatchingKeys, registerKey, registerRow } from '../../../functions/domain/value/items/ledger/register.ts';
import type { ItemFacts } from '../../../functions/domain/value/items/rows.ts';
import { normalizeSearch } from '../../../functions/domain/value/items/search/search-texts.ts';
import { deleteRows } from '../../../functions/storage/put-rows.ts';
import { queryAll, type Row } from '../../../functions/storage/table.ts';
import { startTable, type TestTable } from '../../support/table.ts';
import { sampleFacts } from './sample.ts';

const COMPANY = 'packed';
const ITEMS = 60;
const BEGAN_MS = Date.now() - 10 * 86_400_000;
/** A small limit, so that the register of this test has several packs. */
const PACKS = { packBytes: 800 };

let table: TestTable;

const item = (number: number, more: Partial<ItemFacts> = {}): ItemFacts => {
  const person = { name: `Person ${number} Ærø`, email: `p${number}@example.com`, phone: null };
  return sampleFacts({
    company: COMPANY,
    code: `CODE${number}`,
    orderId: `ord_${number}`,
    sender: person,
    receiver: person,
    createdAtMs: BEGAN_MS + number * 60_000,
    ...more,
  });
};

const items = Array.from({ length: ITEMS }, (_, number) => item(number));
const codesOf = async (text: string, range: { from?: number; to?: number; descending?: boolean } = {}) => {
  const { from = 0, to = ITEMS + 1, descending = false } = range;
  const at = (number: number): string => String(BEGAN_MS + number * 60_000).padStart(14, '0');
  const keys = await listMatchingKeys(COMPANY, { from: at(from), to: at(to), descending }, text);
  return keys.map(({ pk }) => pk.split('#').at(-1));
};
const codes = (from: number, to: number) => items.slice(from, to).map(({ code }) => code);
const packs = async (): Promise<number> =>
  (await queryAll<Row>({ partition: `SEARCH#${COMPANY}#packs`, prefix: 'after#' })).length;

beforeAll(async () => {
  table = await startTable();
  await putRegister(items);
});
afterAll(() => table.stop());

test('older entries are packed and found unchanged: in their order, in any range, in any script', async () => {
  expect(await packRegister(COMPANY, PACKS)).toBeGreaterThan(3);
  const kept = items.slice(0, 20);
  await deleteRows(kept.map(registerKey));
  expect(await codesOf('pe')).toEqual(codes(0, ITEMS));
  expect(await codesOf(normalizeSearch('æ'), { from: 5, to: 17, descending: true })).toEqual(codes(5, 17).toReversed());
  expect(await codesOf('e7')).toEqual(['CODE7']);
  expect(await codesOf('zz')).toEqual([]);
  await putRegister(kept);
});

test('a late entry is found with the others, before and after it is packed', async () => {
  await packRegister(COMPANY, PACKS);
  const before = await packs();
  const late = item(7, { code: 'LATE', createdAtMs: BEGAN_MS + 7 * 60_000 + 1 });
  await putRegister([late]);
  const all = [...codes(0, 8), 'LATE', ...codes(8, ITEMS)];
  expect(await packs()).toBe(before - 1);
  expect(await codesOf('pe')).toEqual(all);
  await packRegister(COMPANY, PACKS);
  expect(await packs()).toBeGreaterThanOrEqual(before);
  expect(await codesOf('pe')).toEqual(all);
});

test('erased entries are in no pack, even if they were read before and packed after', async () => {
  const erased = item(30, {
    sender: { name: null, email: null, phone: null },
    receiver: { name: 'x', email: null, phone: null },
  });
  await putRegister([erased]);
  expect(await codesOf('on 30')).toEqual([]);
  const read = async function* (): AsyncGenerator<PackEntry> {
    for (const each of [item(31), item(32)]) yield [registerRow(each).sk, registerRow(each).texts];
    await putRegister([item(31, { receiver: erased.receiver, sender: erased.sender })]);
  };
  expect(await packEntries(COMPANY, read, PACKS)).toBe(0);
  expect(await codesOf('on 31')).toEqual([]);
  await packRegister(COMPANY, PACKS);
  expect(await codesOf('on 3')).toEqual(['CODE3', 'CODE32', ...codes(33, 40)]);
});

test('new entries are not packed for two days', async () => {
  const before = await packs();
  const fresh = Array.from({ length: 40 }, (_, number) => item(1000 + number, { createdAtMs: Date.now() - number }));
  await putRegister(fresh);
  await packRegister(COMPANY, PACKS);
  expect(await packs()).toBe(before);
});
