import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createCompany, isCreatedCompany } from '../../../functions/domain/administration/companies/create.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { DAY_MS } from '../../../functions/platform/durations.ts';
import { documents } from '../../../functions/storage/client.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';

const FIRST = { slug: 'first', name: 'First ApS', country: 'DK', currency: 'DKK', email: 'ada@example.com' };
const { send } = documents;
const { nowMs } = clock;

beforeAll(() => {
  vi.stubEnv('ENVIRONMENT', 'production');
  vi.stubEnv('APP_SECRET', '11'.repeat(32));
  new MemoryTable().install();
});
afterAll(() => {
  Object.assign(documents, { send });
  clock.nowMs = nowMs;
  vi.unstubAllEnvs();
});

test('a repeated command accepts an existing company only if its values match and its invitation is open', async () => {
  expect(await isCreatedCompany(FIRST)).toBe(false);
  await createCompany(FIRST);
  expect(await isCreatedCompany(FIRST)).toBe(true);
  const others = [
    { currency: 'SEK' },
    { name: 'Other ApS' },
    { country: 'SE' },
    { language: 'sv' },
    { email: 'b@c.dk' },
  ];
  for (const other of others) expect(await isCreatedCompany({ ...FIRST, ...other })).toBe(false);
  const later = Date.now() + 8 * DAY_MS;
  clock.nowMs = () => later;
  expect(await isCreatedCompany(FIRST)).toBe(false);
});
