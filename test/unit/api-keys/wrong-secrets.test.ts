import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { authenticate } from '../../../functions/domain/company/api-keys/authenticate.ts';
import {
  COMPANY_REQUESTS_PER_MINUTE,
  COUNTED_TOGETHER,
} from '../../../functions/domain/company/api-keys/company-rate-limit.ts';
import { apiKeyKey, companyRequestsKey, type ApiKeyRow } from '../../../functions/domain/company/api-keys/rows.ts';
import { newApiKey, parseApiKey } from '../../../functions/domain/company/api-keys/rules.ts';
import { WRONG_KEYS_PER_MINUTE } from '../../../functions/domain/company/api-keys/wrong-keys.ts';
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
const storedKey = async (company = 'nordlys'): Promise<{ key: string; keyId: string; wrong: () => string }> => {
  const key = newApiKey('live');
  const { keyId, secretHash } = parseApiKey(key)!;
  const row: ApiKeyRow = {
    ...apiKeyKey(keyId),
    type: 'api-key',
    v: 1,
    keyId,
    numericId: 1,
    company,
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
  return { key, keyId, wrong: () => newApiKey('live', keyId) };
};

/** Each test sends from its own IP address. */
let address: string;
beforeEach(() => {
  address = `192.0.2.${++addresses}`;
});
let addresses = 0;

const statusOf = (key: string, from = address): Promise<number> =>
  authenticate(bearer(key), from).then(
    () => 200,
    (error: { status: number }) => error.status,
  );

describe('wrong secrets of a key', () => {
  test('are looked up in the table once, and the right secret is still accepted', async () => {
    const { key, wrong } = await storedKey();
    expect(await statusOf(wrong())).toBe(401);
    const sent = vi.spyOn(documents, 'send');
    for (let at = 0; at < 50; at++) expect(await statusOf(wrong())).toBe(401);
    expect(sent).toHaveBeenCalledTimes(0);
    expect(await statusOf(key)).toBe(200);
    // One call reads the key, because it was not accepted before, and one counts the request.
    expect(sent).toHaveBeenCalledTimes(2);
    expect(await statusOf(key)).toBe(200);
    expect(sent).toHaveBeenCalledTimes(3);
  });

  test('write nothing when the right one was accepted before', async () => {
    const { key, wrong } = await storedKey();
    expect(await statusOf(key)).toBe(200);
    const sent = vi.spyOn(documents, 'send');
    expect(await statusOf(wrong())).toBe(401);
    expect(sent).toHaveBeenCalledTimes(0);
  });

  test('do not delay the effect of a revocation', async () => {
    const { key, keyId, wrong } = await storedKey();
    expect([await statusOf(wrong()), await statusOf(key)]).toEqual([401, 200]);
    await updateRow({ key: apiKeyKey(keyId), update: 'SET revokedAtMs = :now', values: { ':now': 1 } });
    expect(await statusOf(key)).toBe(401);
    expect(await getRow(apiKeyKey(keyId))).toMatchObject({ revokedAtMs: 1 });
  });

  test('are checked against the row again after half a minute, in case the secret was replaced', async () => {
    const { keyId, wrong } = await storedKey();
    const next = wrong();
    expect(await statusOf(next)).toBe(401);
    const secretHash = parseApiKey(next)?.secretHash;
    await updateRow({ key: apiKeyKey(keyId), update: 'SET secretHash = :next', values: { ':next': secretHash } });
    vi.useFakeTimers({ now: Date.now() + 30_001, toFake: ['Date'] });
    expect(await statusOf(next)).toBe(200);
  });
});

describe('wrong keys from one IP address', () => {
  const updates = (sent: { mock: { calls: unknown[][] } }): string[] =>
    sent.mock.calls.flatMap(([command]) => {
      const { input } = command as { input: { UpdateExpression?: string; Key?: { pk: string } } };
      return input.UpdateExpression === undefined ? [] : [input.Key?.pk.split('#')[0] ?? ''];
    });

  test.each([
    ['unknown ids', () => Promise.resolve(() => newApiKey('live'))],
    [
      'first wrong secrets',
      async () => {
        const stored: string[] = [];
        for (let at = 0; at <= WRONG_KEYS_PER_MINUTE; at++) stored.push((await storedKey()).wrong());
        return () => stored.pop() ?? newApiKey('live');
      },
    ],
    [
      'revoked keys',
      async () => {
        const { key, keyId } = await storedKey();
        await updateRow({ key: apiKeyKey(keyId), update: 'SET revokedAtMs = :now', values: { ':now': 1 } });
        return () => key;
      },
    ],
  ])('write no key rows, and return 429 without a table call at the limit: %s', async (_, prepare) => {
    const next = await prepare();
    const sent = vi.spyOn(documents, 'send');
    const statuses: number[] = [];
    for (let at = 0; at < WRONG_KEYS_PER_MINUTE; at++) statuses.push(await statusOf(next()));
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect(await statusOf(next())).toBe(429);
    expect(new Set(updates(sent))).toEqual(new Set(['WRONGKEYS']));
    sent.mockClear();
    expect(await statusOf(next())).toBe(429);
    expect(sent).toHaveBeenCalledTimes(0);
    expect(await statusOf(next(), '198.51.100.1')).toBe(401);
  });

  test('do not block a key that was accepted before, and the limit ends after a minute', async () => {
    const { key } = await storedKey();
    const { key: another } = await storedKey();
    expect(await statusOf(key)).toBe(200);
    for (let at = 0; at <= WRONG_KEYS_PER_MINUTE; at++) await statusOf(newApiKey('live'));
    expect([await statusOf(key), await statusOf(another)]).toEqual([200, 429]);
    vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] });
    expect([await statusOf(newApiKey('live')), await statusOf(another)]).toEqual([401, 200]);
  });
});

describe('requests from a company', () => {
  const statusesOf = async (key: string, times: number): Promise<Set<number>> => {
    const statuses = new Set<number>();
    for (let at = 0; at < times; at++) statuses.add(await statusOf(key));
    return statuses;
  };

  test('are counted for all its keys together, with one write per hundred requests', async () => {
    const [one, other] = [await storedKey('busy'), await storedKey('busy')];
    await statusesOf(one.key, COUNTED_TOGETHER / 2);
    expect(await getRow(companyRequestsKey('busy'))).toBeUndefined();
    await statusesOf(other.key, COUNTED_TOGETHER / 2);
    expect(await getRow(companyRequestsKey('busy'))).toMatchObject({ count: 1 });
  });

  test('above the limit return 429 for all of its keys, and for no other company, until the minute is over', async () => {
    const [one, other, stranger] = [await storedKey('flood'), await storedKey('flood'), await storedKey('calm')];
    await statusesOf(one.key, COUNTED_TOGETHER);
    const maximum = COMPANY_REQUESTS_PER_MINUTE / COUNTED_TOGETHER;
    await updateRow({
      key: companyRequestsKey('flood'),
      update: 'SET #count = :maximum',
      names: { '#count': 'count' },
      values: { ':maximum': maximum },
    });
    await statusesOf(one.key, COUNTED_TOGETHER - 1);
    const refused = await authenticate(bearer(one.key), address).catch((error: unknown) => error);
    expect(refused).toMatchObject({ status: 429, code: 'rate_limited', requestRate: { remaining: 0 } });
    expect(String(refused)).toContain('company');
    expect(await statusOf(other.key)).toBe(429);
    expect(await statusesOf(stranger.key, COUNTED_TOGETHER)).toEqual(new Set([200]));
    vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] });
    expect(await statusesOf(other.key, COUNTED_TOGETHER)).toEqual(new Set([200]));
  });
});
