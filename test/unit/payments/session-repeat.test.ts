import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openPaymentSession } from '../../../functions/domain/payments/payments/open-session.ts';
import { changeDelivery } from '../../../functions/domain/checkout/orders/change-delivery.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { documents } from '../../../functions/storage/client.ts';
import { idempotencyRecordFor } from '../../../functions/storage/idempotency.ts';
import { COMPANY, SELLER } from '../../model/orders.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';
import { anOrder, NOW } from '../../support/orders.ts';

const { send } = documents;
const { nowMs } = clock;
const table = new MemoryTable();
beforeAll(() => {
  table.install();
  clock.nowMs = () => NOW;
  vi.stubEnv('BASE_URL', 'http://127.0.0.1:9');
  vi.stubEnv('ENVIRONMENT', 'development');
  vi.stubEnv('APP_SECRET', '11'.repeat(32));
  const opened = { url: 'http://127.0.0.1:9/pay/cs_1', gatewaySessionId: 'cs_1', expiresAtMs: NOW + 1000 };
  vi.stubGlobal('fetch', async (url: URL) =>
    Response.json(url.pathname.endsWith('/close') ? { state: 'closed' } : opened),
  );
});
afterAll(() => {
  Object.assign(documents, { send });
  clock.nowMs = nowMs;
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
afterEach(() => table.clear());

const BY = { keyId: 'k', company: COMPANY };
const hours = (count: number): string => new Date(NOW + count * 3_600_000).toISOString();
const of = (orderId: string, operation: string, key: string) => ({
  company: COMPANY,
  orderId,
  by: BY,
  idempotency: idempotencyRecordFor({ company: COMPANY, operation, key, input: {} }),
});

it('a repeated payment page request gets the first response, even after a change of delivery', async () => {
  const sendAtMs = NOW + 3_600_000;
  const order = anOrder({ delivery: { method: 'recipient_email', sendAt: hours(1), sendAtMs } });
  table.put({ ...SELLER });
  table.put({ ...order });
  const move = (count: number) =>
    changeDelivery({
      ...of(order.id, 'change-delivery', `move-${count}`),
      input: () => ({ send_at: hours(count), recipient_email: `bo${count}@example.com` }),
    });
  const open = (key: string) => openPaymentSession({ ...of(order.id, 'open', key), admit: () => undefined });
  const asOrdered = await open('first');
  await move(5);
  const moved = await open('second');
  await move(9);
  expect(moved.body).toMatchObject({
    order: { delivery: { send_at: hours(5) }, recipient: { email: 'bo5@example.com' } },
  });
  expect((await open('first')).body).toEqual(asOrdered.body);
  expect((await open('second')).body).toEqual(moved.body);
});
