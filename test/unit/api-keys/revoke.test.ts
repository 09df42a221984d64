import { afterAll, beforeAll, expect, it } from 'vitest';
import { importOperatorData } from '../../../functions/domain/administration/operator-data/import.ts';
import { listApiKeys } from '../../../functions/domain/company/api-keys/list.ts';
import { revokeApiKey } from '../../../functions/domain/company/api-keys/revoke.ts';
import { documents } from '../../../functions/storage/client.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';
import { company } from '../operator-data/samples.ts';

process.env['APP_SECRET'] ??= '00'.repeat(32);

const SLUG = 'till';
const KEYS = 5;
const { send } = documents;
const table = new MemoryTable();
const direct = table.carry;

beforeAll(async () => {
  table.install();
  const keys = Array.from({ length: KEYS }, (_, at) => ({ company: SLUG, label: `Key ${at}`, scopes: ['items:read'] }));
  await importOperatorData({ companies: [company(SLUG)], api_keys: keys });
});
afterAll(() => void Object.assign(documents, { send }));

it('a key is revoked by two concurrent requests, regardless of the step at which the second one commits', async () => {
  let at = 0;
  for (const { id } of await listApiKeys(SLUG)) {
    let calls = 0;
    let isConcurrent = false;
    const call = at++;
    table.carry = async ({ effect }) => {
      if (calls++ === call) {
        table.carry = direct;
        await revokeApiKey(SLUG, String(id));
        isConcurrent = true;
      }
      return effect();
    };
    await revokeApiKey(SLUG, String(id));
    table.carry = direct;
    if (!isConcurrent) break;
  }
  expect(at).toBeGreaterThan(2);
  expect(at).toBeLessThanOrEqual(KEYS);
});
