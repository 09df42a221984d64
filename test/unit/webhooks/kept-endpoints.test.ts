import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { documents } from '../../../functions/storage/client.ts';
import { coldStart } from '../../../functions/platform/warm-state.ts';
import { getRows } from '../../../functions/storage/table.ts';
import { transact } from '../../../functions/storage/transactions.ts';
import { versionRead, versionFor } from '../../../functions/domain/events/catalog/endpoints-version.ts';
import {
  endpointsAt,
  endpointsWithin,
  cacheAttempted,
  cachedEndpoints,
  raiseEndpointsVersionWrite,
} from '../../../functions/domain/notifications/webhooks/cached-endpoints.ts';
import { endpointsOnce } from '../../../functions/domain/notifications/webhooks/record-event.ts';
import { endpointKey, type WebhookEndpointRow } from '../../../functions/domain/notifications/webhooks/rows.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';

const { send } = documents;
const table = new MemoryTable();
let queries = 0;
beforeAll(() => {
  table.install();
  table.carry = (call) => {
    if (call.name === 'Query') queries++;
    return Promise.resolve(call.effect());
  };
});
afterAll(() => {
  Object.assign(documents, { send });
});

const versionOf = async (company: string): Promise<number> => {
  coldStart();
  const { keys, seenIn } = versionRead(company, 'creation');
  return seenIn(await getRows(keys, { consistent: true }))?.version ?? -1;
};

const register = async (company: string, id: string): Promise<WebhookEndpointRow> => {
  const endpoint = { ...endpointKey(company, id), type: 'webhook-endpoint', v: 1, id, company, version: 1 };
  await transact([{ put: endpoint }, raiseEndpointsVersionWrite(company)]);
  return endpoint as unknown as WebhookEndpointRow;
};

const idsAt = async (company: string, version?: number) =>
  (await endpointsOnce()(company, version)).map(({ id }) => id);

it('endpoints are read once for events of one version, and again for the next', async () => {
  const before = await versionOf('kept');
  expect(await idsAt('kept', before)).toEqual([]);
  queries = 0;
  expect(await idsAt('kept', before)).toEqual([]);
  expect(queries).toBe(0);
  await register('kept', 'wh_1');
  // An event from before the registration.
  expect(await idsAt('kept', before)).toEqual([]);
  expect(await idsAt('kept', await versionOf('kept'))).toEqual(['wh_1']);
  expect(queries).toBe(1);
});

it('endpoints are kept for a minute, and their absence for an hour', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000_000);
  const [none, one] = [await versionOf('without'), await register('with', 'wh_1').then(() => versionOf('with'))];
  await Promise.all([endpointsAt('without', none), endpointsAt('with', one)]);
  now.mockReturnValue(1_000_000 + 60_000);
  expect(cachedEndpoints('with', one)).toBeUndefined();
  expect(cachedEndpoints('without', none)).toEqual([]);
  now.mockReturnValue(1_000_000 + 3_600_000);
  expect(cachedEndpoints('without', none)).toBeUndefined();
  now.mockRestore();
});

it('cached endpoints are used for some time after the last event with their version', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000_000);
  const version = await versionOf('shown');
  expect(endpointsWithin('shown', 60_000)).toBeUndefined();
  await endpointsAt('shown', version);
  now.mockReturnValue(1_000_000 + 50_000);
  expect(endpointsWithin('shown', 60_000)).toEqual([]);
  await endpointsAt('shown', version);
  now.mockReturnValue(1_000_000 + 100_000);
  expect(endpointsWithin('shown', 60_000)).toEqual([]);
  // The version of an event may have been read up to five seconds before.
  now.mockReturnValue(1_000_000 + 105_000);
  expect(endpointsWithin('shown', 60_000)).toBeUndefined();
  now.mockRestore();
});

it('an event of an unknown version reads the endpoints', async () => {
  await idsAt('unknown', await versionOf('unknown'));
  await register('unknown', 'wh_1');
  expect(await idsAt('unknown')).toEqual(['wh_1']);
});

it('only a version that was read after the time of an event confirms its endpoints', () => {
  expect(versionFor({ atMs: 5 }, { version: 3, beforeMs: 5 })).toBe(3);
  expect(versionFor({ atMs: 6 }, { version: 3, beforeMs: 5 })).toBeUndefined();
  expect(versionFor({ atMs: 5 }, undefined)).toBeUndefined();
});

it('the result of an attempt updates the cached endpoint, unless the endpoint has changed since', async () => {
  const endpoint = await register('attempted', 'wh_1');
  const version = await versionOf('attempted');
  await endpointsAt('attempted', version);
  cacheAttempted({ ...endpoint, consecutiveFailures: 3 });
  expect(cachedEndpoints('attempted', version)).toMatchObject([{ consecutiveFailures: 3 }]);
  cacheAttempted({ ...endpoint, version: 2, consecutiveFailures: 0 });
  expect(cachedEndpoints('attempted', version)).toMatchObject([{ consecutiveFailures: 3 }]);
});

it('the version is not read again while many events of a company occur', async () => {
  coldStart();
  const first = versionRead('crowd', 'payment');
  expect(first.seenIn(await getRows(first.keys, { consistent: true }))).toMatchObject({ version: 0 });
  const next = versionRead('crowd', 'payment');
  expect(next.keys).toEqual([]);
  expect(next.seenIn(await getRows([], { consistent: true }))).toBeUndefined();
  expect(versionRead('crowd', 'fulfillment').keys).toHaveLength(1);
  expect(versionRead('another', 'payment').keys).toHaveLength(1);
});
