import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { authenticate } from '../../../functions/domain/company/api-keys/authenticate.ts';
import { apiKeyKey, type ApiKeyRow } from '../../../functions/domain/company/api-keys/rows.ts';
import { mintApiKey, parseApiKey } from '../../../functions/domain/company/api-keys/rules.ts';
import { documents } from '../../../functions/storage/client.ts';
import { getRow, putRow, updateRow } from '../../../functions/storage/table.ts';
import { startTable, type TestTable } from '../../support/table.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const bearer = (key: string): string => `Bearer ${key}`;

/** A stored key, and the same key with wrong secrets. */
const storedKey = async (): Promise<{ key: string; keyId: string; wrong: () => string }> => {
  const key = mintApiKey('live');
  const { keyId, secretHash } = parseApiKey(key)!;
  const row: ApiKeyRow = {
    ...apiKeyKey(keyId),
    type: 'api-key',
    v: 1,
    keyId,
    numericId: 1,
    company: 'nordlys',
    actsOn: [],
    label: 'key',
    mode: 'live',
    scopes: ['items:read'],
    secretHash,
    attributed: true,
    createdAtMs: 0,
    tatMs: 0,
  };
  await putRow(row);
  return { key, keyId, wrong: () => mintApiKey('live', keyId) };
};

const statusOf = (key: string): Promise<number> =>
  authenticate(bearer(key)).then(
    () => 200,
    (error: { status: number }) => error.status,
  );

describe('wrong secrets of a key', () => {
  test('write once, and the right secret passes in one write all the same', async () => {
    const { key, wrong } = await storedKey();
    expect(await statusOf(wrong())).toBe(401);
    const sent = vi.spyOn(documents, 'send');
    for (let at = 0; at < 50; at++) expect(await statusOf(wrong())).toBe(401);
    expect(sent).toHaveBeenCalledTimes(0);
    expect(await statusOf(key)).toBe(200);
    expect(sent).toHaveBeenCalledTimes(1);
  });

  test('write nothing where the right one has passed before', async () => {
    const { key, wrong } = await storedKey();
    expect(await statusOf(key)).toBe(200);
    const sent = vi.spyOn(documents, 'send');
    expect(await statusOf(wrong())).toBe(401);
    expect(sent).toHaveBeenCalledTimes(0);
  });

  test('do not keep a revocation from counting at once', async () => {
    const { key, keyId, wrong } = await storedKey();
    expect([await statusOf(wrong()), await statusOf(key)]).toEqual([401, 200]);
    await updateRow({ key: apiKeyKey(keyId), update: 'SET revokedAtMs = :now', values: { ':now': 1 } });
    expect(await statusOf(key)).toBe(401);
    expect(await getRow(apiKeyKey(keyId))).toMatchObject({ revokedAtMs: 1 });
  });

  test('are judged again by the row after half a minute: the key may have another secret', async () => {
    const { keyId, wrong } = await storedKey();
    const next = wrong();
    expect(await statusOf(next)).toBe(401);
    const secretHash = parseApiKey(next)?.secretHash;
    await updateRow({ key: apiKeyKey(keyId), update: 'SET secretHash = :next', values: { ':next': secretHash } });
    vi.useFakeTimers({ now: Date.now() + 30_001, toFake: ['Date'] });
    expect(await statusOf(next)).toBe(200);
  });
});
