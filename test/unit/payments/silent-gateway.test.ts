import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gatewayNamed } from '../../../functions/adapters/payments/gateways.ts';
import { GatewaySkipped, skippingSilentGateways } from '../../../functions/adapters/payments/silent-gateways.ts';
import { orderCodec } from '../../../functions/domain/checkout/orders/order-codec.ts';
import { orderKey, type OrderRow } from '../../../functions/domain/checkout/orders/rows.ts';
import { pollAuthorizedPayment } from '../../../functions/domain/payments/payments/poll-authorized.ts';
import { nowMs } from '../../../functions/platform/clock.ts';
import { handler } from '../../../functions/schedules/expiry-sweep.ts';
import { documents } from '../../../functions/storage/client.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';
import { anOrder } from '../../support/orders.ts';

const DAY_MS = 24 * 3_600_000;
const HANGING_ORDERS = 40;
const TIME_LIMIT_MS = 4000;

const { send } = documents;
const table = new MemoryTable();
let elapsedMs = 0;
let calls = 0;

/** Every call to the test gateway reaches its time limit without a response. */
beforeEach(() => {
  table.clear();
  table.install();
  elapsedMs = 0;
  calls = 0;
  vi.stubEnv('BASE_URL', 'http://127.0.0.1:1');
  vi.stubEnv('APP_SECRET', 'secret');
  vi.spyOn(performance, 'now').mockImplementation(() => elapsedMs);
  vi.stubGlobal('fetch', () => {
    calls++;
    elapsedMs += TIME_LIMIT_MS;
    return Promise.reject(new Error('No response'));
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  Object.assign(documents, { send });
});

const idOf = (at: number): string => `po_${String(at).padStart(32, '0')}`;

/** Stores an unpaid order in the same shard as all others. An order with a higher number is due later. */
const putExpired = (at: number, session?: OrderRow['session']): void => {
  const createdAtMs = nowMs() - 3 * DAY_MS + at * 1000;
  const order = anOrder({
    ...orderKey('nordlys', idOf(at)),
    id: idOf(at),
    createdAtMs,
    updatedAtMs: createdAtMs,
    lines: [],
    ...(session ? { session } : {}),
  });
  table.put({ ...orderCodec.write(order), duepk: 'order-expiry#0' });
};

test('a sweep processes the orders that need no gateway, even if the gateway does not respond', async () => {
  for (let at = 0; at < HANGING_ORDERS; at++) {
    const lapsesAtMs = nowMs() - 2 * DAY_MS;
    putExpired(at, { id: `cs_${at}`, gateway: 'test', openedAtMs: lapsesAtMs - 1, lapsesAtMs });
  }
  putExpired(HANGING_ORDERS);
  expect(await handler()).toEqual({ expired: 1, failed: HANGING_ORDERS });
  expect(calls).toBe(5);
  // The next run calls the gateway again.
  await handler();
  expect(calls).toBe(10);
});

test('an order whose authorization ends is not cancelled before its gateway was called', async () => {
  const endedAtMs = nowMs() - 60 * DAY_MS;
  const order = anOrder({
    status: 'paid',
    fulfillment: { status: 'processing' },
    payment: {
      status: 'authorized',
      gateway: 'test',
      reference: 'tp_1',
      authorizedAtMs: endedAtMs,
      captured: 0,
      refunded: 0,
      failedAttempts: [],
    },
    lines: [],
  });
  table.put({ ...orderCodec.write(order) });
  await skippingSilentGateways(async () => {
    const gateway = await gatewayNamed('test');
    for (let call = 0; call < 5; call++) await expect(gateway.readPayment('tp_2')).rejects.toThrow('did not answer');
    await expect(pollAuthorizedPayment(order)).rejects.toThrow(GatewaySkipped);
  });
  expect(table.get(order)).toMatchObject({ status: 'paid' });
  await pollAuthorizedPayment(order);
  expect(table.get(order)).toMatchObject({ status: 'cancelled' });
});
