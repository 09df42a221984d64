import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiKey } from '../../../functions/domain/company/api-keys/create.ts';
import { apiKeyKey, apiKeysOf, type ApiKeyRow } from '../../../functions/domain/company/api-keys/rows.ts';
import { newApiKey, parseApiKey } from '../../../functions/domain/company/api-keys/rules.ts';
import { deleteRow, putRow, queryAll, updateRow, type Key } from '../../../functions/storage/table.ts';
import { startTableInProcess, type TestTable } from '../../support/table.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTableInProcess();
});
afterAll(() => table.stop());

/** A key as its request has read it. */
const issuerOf = async (company: string): Promise<ApiKeyRow> => {
  const { keyId, secretHash } = parseApiKey(newApiKey('live'))!;
  const row: ApiKeyRow = {
    ...apiKeyKey(keyId),
    type: 'api-key',
    v: 1,
    keyId,
    numericId: 1,
    company,
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
])('a key that %s since its request began creates no key', async (change, make, refusal) => {
  const company = change.replaceAll(' ', '-');
  const issuer = await issuerOf(company);
  await make(apiKeyKey(issuer.keyId));
  await expect(createApiKey(issuer, { label: 'new', scopes: ['items:read'] })).rejects.toMatchObject(refusal);
  expect(await queryAll(apiKeysOf(company))).toEqual([]);
});
