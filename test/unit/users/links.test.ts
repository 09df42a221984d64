import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CompanyRow } from '../../../functions/domain/company/companies/rows.ts';
import { newLink } from '../../../functions/domain/company/users/new-link.ts';
import { setPasswordByLink } from '../../../functions/domain/company/users/links.ts';
import { userKey, type UserRow } from '../../../functions/domain/company/users/rows.ts';
import { getRow, putRow } from '../../../functions/storage/table.ts';
import { startTable, type TestTable } from '../../support/table.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

test('setting a password through a link keeps concurrent changes to the user, and counts as one change', async () => {
  const user: UserRow = {
    ...userKey('lis'),
    type: 'user',
    v: 1,
    username: 'lis',
    passwordHash: '',
    company: 'nordlys',
    agency: false,
    can_cancel: false,
    can_list: true,
    role: 'staff',
    email: 'lis@example.com',
    invitedUntilMs: Date.now() + 60_000,
    version: 3,
    edits: 2,
  };
  const link = newLink('invitation', user);
  await Promise.all([putRow(user), putRow(link)]);
  const company = { slug: 'nordlys', active: true } as CompanyRow;
  const open = { link, user, company };
  // An administrator changes the user after the link was opened.
  const changed: UserRow = { ...user, can_cancel: true, version: 5, edits: 4 };
  await putRow(changed);
  await setPasswordByLink(open, 'a password of its own');
  const after = await getRow<UserRow>(userKey('lis'));
  expect(after).toMatchObject({ can_cancel: true, version: 6, edits: 5 });
  expect(after?.invitedUntilMs).toBeUndefined();
  await expect(setPasswordByLink(open, 'another password')).rejects.toThrow('This link was used already');
});
