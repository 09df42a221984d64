import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { companyKey, type CompanyRow } from '../../../functions/domain/companies/rows.ts';
import { chooseCompany, closeDesk, openDesk, readDesk } from '../../../functions/domain/users/desk-session.ts';
import { hashPassword } from '../../../functions/domain/users/passwords.ts';
import { userKey, type UserRow } from '../../../functions/domain/users/rows.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { deleteRow, putRow } from '../../../functions/storage/table.ts';
import { startTable, type TestTable } from '../../support/table.ts';

const HOUR_MS = 3600_000;
const realClock = clock.nowMs;

let table: TestTable;
let user: UserRow;

const at = (ms: number): void => {
  clock.nowMs = () => Date.parse('2027-03-01T12:00:00Z') + ms;
};
const changed = (more: Partial<UserRow>): UserRow => ({ ...user, ...more });
const company = (slug: string, more: Partial<CompanyRow> = {}): CompanyRow =>
  ({
    ...companyKey(slug),
    type: 'company',
    v: 1,
    slug,
    name: slug,
    active: true,
    assigned: ['fjord'],
    ...more,
  }) as CompanyRow;

beforeAll(async () => {
  table = await startTable();
  user = {
    ...userKey('anna'),
    type: 'user',
    v: 1,
    username: 'anna',
    passwordHash: await hashPassword('right'),
    company: 'nordlys',
    agency: true,
    can_cancel: false,
    can_list: true,
    role: 'staff',
  };
});
beforeEach(async () => {
  at(0);
  await Promise.all([putRow(user), putRow(company('nordlys')), putRow(company('fjord')), putRow(company('lumen'))]);
});
afterEach(() => {
  clock.nowMs = realClock;
});
afterAll(() => table.stop());

const open = (password = 'right'): Promise<string> => openDesk({ username: 'anna', password, address: '198.51.100.7' });

describe('a session at the desk', () => {
  test.each([
    ['with another password', async () => putRow(changed({ passwordHash: await hashPassword('other') }))],
    ['with the user', () => deleteRow(userKey('anna'))],
    ['with the role', () => putRow(changed({ role: undefined }))],
    ['with the company', () => putRow(company('nordlys', { active: false }))],
  ] as const)('ends %s', async (_, change) => {
    const cookie = await open();
    expect((await readDesk(cookie))?.user.username).toBe('anna');
    await change();
    expect(await readDesk(cookie)).toBeUndefined();
  });

  test('ends twelve hours after its last use, and nothing brings it back', async () => {
    const cookie = await open();
    at(11 * HOUR_MS);
    expect((await readDesk(cookie))?.movedOn).toBe(true);
    at(22 * HOUR_MS);
    expect(await readDesk(cookie)).toBeDefined();
    at(35 * HOUR_MS);
    expect(await readDesk(cookie)).toBeUndefined();
    const ended = await open();
    await closeDesk(ended);
    expect(await readDesk(ended)).toBeUndefined();
  });

  test('is nothing to a cookie that names another user or was made up', async () => {
    const cookie = await open();
    const [, secret] = cookie.split('.');
    const other = Buffer.from('nordlys\nbo').toString('base64url');
    for (const forged of [`${other}.${secret}`, `${cookie}x`, 'x', '']) expect(await readDesk(forged)).toBeUndefined();
  });

  test('acts on an assigned company only while it is assigned', async () => {
    const cookie = await open();
    const desk = await readDesk(cookie);
    await expect(chooseCompany(desk!, 'lumen')).rejects.toMatchObject({ status: 404 });
    await chooseCompany(desk!, 'fjord');
    expect((await readDesk(cookie))?.company.slug).toBe('fjord');
    await putRow(company('nordlys', { assigned: [] }));
    expect((await readDesk(cookie))?.company.slug).toBe('nordlys');
  });

  test('is not opened by guessing, from wherever', async () => {
    at(20 * 24 * HOUR_MS);
    for (let tries = 0; tries < 10; tries++) await expect(open('wrong')).rejects.toMatchObject({ status: 401 });
    await expect(open()).rejects.toMatchObject({ status: 429, code: 'rate_limited' });
    at(20 * 24 * HOUR_MS + HOUR_MS);
    expect(await open()).toContain('.');
  });
});
