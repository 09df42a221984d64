import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { API_KEY, ruleSeed } from '../support/seed.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

const SETTINGS = '/v2/companies/shop/settings';
const nameOf = async (stack: RunningStack): Promise<unknown> =>
  (await stack.get(SETTINGS, { key: API_KEY })).body['name'];

test('a restart imports the seed file again only when its content has changed', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'seed-again-'));
  try {
    const first = await startStack({ dataDir, seed: ruleSeed });
    const tag = (await first.get(SETTINGS, { key: API_KEY })).headers.get('etag') ?? '';
    const body = { name: 'Renamed' };
    await first.call('PATCH', SETTINGS, { key: API_KEY, body, headers: { 'If-Match': tag } });
    await first.stop();
    const second = await startStack({ dataDir, seed: ruleSeed });
    expect(await nameOf(second)).toBe('Renamed');
    await second.stop();
    const [shop, ...others] = ruleSeed.companies;
    const third = await startStack({
      dataDir,
      seed: { ...ruleSeed, companies: [{ ...shop, vat_number: 'DK2' }, ...others] },
    });
    expect(await nameOf(third)).toBe('Shop ApS');
    await third.stop();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
