import { afterAll, beforeAll, expect, test } from 'vitest';
import { importOperatorData } from '../../../functions/domain/administration/operator-data/import.ts';
import { createApiKey } from '../../../functions/domain/company/api-keys/create.ts';
import { apiKeyKey, apiKeysOf, type ApiKeyRow } from '../../../functions/domain/company/api-keys/rows.ts';
import { issueKey } from '../../../functions/domain/company/api-keys/issue.ts';
import { newApiKey, parseApiKey } from '../../../functions/domain/company/api-keys/rules.ts';
import { userIndex, userKey, type UserRow } from '../../../functions/domain/company/users/rows.ts';
import { deleteRow, putRow, queryAll, updateRow, type Key } from '../../../functions/storage/table.ts';
import { startTableInProcess, type TestTable } from '../../support/table.ts';
import { company } from '../operator-data/samples.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTableInProcess();
});
afterAll(() => table.stop());

/** Stores a key, and returns its row as a request has read it. */
const issuerOf = async (slug: string): Promise<ApiKeyRow> => {
  const { keyId, secretHash } = parseApiKey(newApiKey('live'))!;
  const row: ApiKeyRow = {
    ...apiKeyKey(keyId),
    type: 'api-key',
    v: 1,
    keyId,
    numericId: 1,
    company: slug,
    actsOn: [],
    label: 'issuer',
    mode: 'live',
    scopes: ['items:read', 'items:write'],
    secretHash,
    attributed: true,
    createdAtMs: 0,
    tatMs: 0,
  };
  await putRow(row);
  return row;
};

test.each([
  [
    'was revoked',
    (key: Key) => updateRow({ key, update: 'SET revokedAtMs = :now', values: { ':now': 1 } }),
    { status: 401, code: 'unauthorized' },
  ],
  ['was removed', (key: Key) => deleteRow(key), { status: 401, code: 'unauthorized' }],
  [
    'lost a scope',
    (key: Key) => updateRow({ key, update: 'SET scopes = :left', values: { ':left': ['items:write'] } }),
    { status: 422, fields: { scopes: ['This key cannot give scopes that it lacks: items:read.'] } },
  ],
])('a key that %s since its request began cannot create a key', async (change, make, refusal) => {
  const slug = change.replaceAll(' ', '-');
  const issuer = await issuerOf(slug);
  await make(apiKeyKey(issuer.keyId));
  await expect(createApiKey(issuer, { label: 'new', scopes: ['items:read'] })).rejects.toMatchObject(refusal);
  expect(await queryAll(apiKeysOf(slug))).toEqual([]);
});

test('a user who has lost the role since the request began cannot create a key', async () => {
  const [slug, username] = ['demoted', 'sue'];
  await importOperatorData({ companies: [company(slug)] });
  const user: UserRow = {
    ...userKey(username),
    ...userIndex({ company: slug, username }),
    type: 'user',
    v: 1,
    username,
    company: slug,
    passwordHash: '',
    agency: false,
    can_cancel: false,
    can_list: false,
    role: 'super_admin',
  };
  const input = { company: slug, label: 'new', mode: 'live', scopes: ['items:read'], createdBy: username } as const;
  const demoted: UserRow = { ...user, role: 'manager' };
  await putRow(demoted);
  await expect(issueKey(input, user)).rejects.toMatchObject({ status: 409, code: 'user_changed' });
  expect(await queryAll(apiKeysOf(slug))).toEqual([]);
  await putRow(user);
  await issueKey(input, user);
  expect(await queryAll(apiKeysOf(slug))).toHaveLength(1);
});
