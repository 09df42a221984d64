import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { importOperatorData } from '../../../functions/domain/administration/operator-data/import.ts';
import { EVENT_SEATS, stockKey, type StockRow } from '../../../functions/domain/catalog/stock/rows.ts';
import { userLinkKey, type UserLinkRow } from '../../../functions/domain/company/users/link-rows.ts';
import { userKey } from '../../../functions/domain/company/users/rows.ts';
import { auditOf } from '../../../functions/storage/audit.ts';
import { documents } from '../../../functions/storage/client.ts';
import { getRow, queryAll, type Key } from '../../../functions/storage/table.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';
import { company, event, experience, option } from './samples.ts';

const SLUG = 'killed';
const { send } = documents;
const table = new MemoryTable();
beforeAll(() => table.install());
beforeEach(() => table.clear());
afterAll(() => Object.assign(documents, { send }));

const KILLED = new Error('killed');

/** Imports the file. The write with index `write` and all later writes fail. Returns whether the import completed. */
const importsUntil = async (file: object, write: number): Promise<boolean> => {
  let writes = 0;
  table.carry = async ({ isWrite, effect }) => {
    if (!isWrite || writes++ < write) return effect();
    throw KILLED;
  };
  try {
    await importOperatorData(file);
    return true;
  } catch (error) {
    if (error !== KILLED) throw error;
    return false;
  } finally {
    table.carry = async ({ effect }) => effect();
  }
};

test('an import that is killed at any write and repeated invites each of its users', async () => {
  const usernames = Array.from({ length: 40 }, (_, at) => `user-${at}`);
  const users = usernames.map((username) => ({ username, company: SLUG, email: `${username}@example.test` }));
  const file = { companies: [company(SLUG)], users };
  const invitedTo = async (username: string) => (await getRow<UserLinkRow>(userLinkKey(username, 'invitation')))?.email;
  let kills = 0;
  for (; ; kills++) {
    table.clear();
    if (await importsUntil(file, kills)) break;
    for (const { username, email } of users)
      expect(await invitedTo(username), username).toBe((await getRow(userKey(username))) && email);
    await importOperatorData(file);
    for (const { username, email } of users) expect(await invitedTo(username), username).toBe(email);
  }
  expect(kills).toBeGreaterThanOrEqual(2);
});

test('an import that is killed at any write and repeated with other stock sets the stock of the second file', async () => {
  const fileOf = (stock: number) => ({
    companies: [company(SLUG)],
    experiences: [experience(SLUG, 1, [option(1), option(2, { stock })]), experience(SLUG, 2, [option(3, { stock })])],
    events: [event(SLUG, 4, [option(5, { stock })], { seats: stock * 2 })],
  });
  const before = { companies: [company(SLUG)], experiences: [experience(SLUG, 1, [option(1)])] };
  const unitsOf = async (productId: string, optionId: string): Promise<unknown> =>
    (await getRow<StockRow>(stockKey(SLUG, productId, optionId)))?.remaining;
  const results: unknown[][] = [];
  for (let write = 0; ; write++) {
    table.clear();
    await importOperatorData(before);
    if (await importsUntil(fileOf(10), write)) break;
    await importOperatorData(fileOf(12));
    results.push([
      await unitsOf('gcv_1', 'gcvo_2'),
      await unitsOf('gcv_2', 'gcvo_3'),
      await unitsOf('evt_4', 'evto_5'),
      await unitsOf('evt_4', EVENT_SEATS),
    ]);
  }
  // Killed before the entry in the audit log, before the counters, and between counters and products.
  expect(results.length).toBeGreaterThanOrEqual(3);
  for (const units of results) expect(units).toEqual([12, 12, 12, 24]);
});

test('an import that was killed after its first change is in the audit log', async () => {
  const file = { companies: [company(SLUG)], experiences: [experience(SLUG, 1, [option(1, { stock: 10 })])] };
  const imports = async (): Promise<number> => (await queryAll<Key>(auditOf(SLUG))).length;
  let kills = 0;
  for (; ; kills++) {
    table.clear();
    if (await importsUntil(file, kills)) break;
    if (await getRow(stockKey(SLUG, 'gcv_1', 'gcvo_1'))) expect(await imports(), `write ${kills}`).toBe(1);
    await importOperatorData(file);
  }
  expect(kills).toBeGreaterThanOrEqual(3);
  expect(await imports()).toBe(1);
  await importOperatorData(file);
  expect(await imports()).toBe(1);
});
