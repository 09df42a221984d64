import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orderReplies } from '../../functions/api/orders/replies.ts';
import {
  mostlyValid,
  hostile,
  LIMIT_MS,
  optionally,
  queries,
  queryText,
  REQUESTS,
  sendAll,
  textOf,
} from '../support/generated.ts';
import { API_KEY, ruleSeed } from '../support/seed.ts';
import { experience, giftCard, orderBody, Shop } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
beforeAll(async () => {
  stack = await startStack({ seed: ruleSeed });
});
afterAll(() => stack.stop());

const text = fc.oneof(fc.string(), fc.constantFrom('Anna', 'Øster Allé 1', 'x'.repeat(300), '😀'));
const email = fc.constantFrom('anna@example.com', 'a@b.dk', 'nobody', `${'x'.repeat(300)}@b.dk`);
const company = fc.record({
  name: optionally(mostlyValid(text)),
  vat_number: optionally(mostlyValid(text)),
  street: optionally(mostlyValid(text)),
  postcode: optionally(mostlyValid(text)),
  city: optionally(mostlyValid(text)),
  country: optionally(mostlyValid(fc.constantFrom('DK', 'dk', 'DNK'))),
});
const items = fc.oneof(
  fc.constantFrom<unknown>(
    giftCard(),
    [{ product_id: 'gcv_1', product_option_id: 'gcvo_1', quantity: 2 }],
    [{ product_id: 'evt_1', product_option_id: 'evto_1', quantity: 1, ticket: { comment: 'x' } }],
    [{ product_id: 'so_2', product_option_id: 'sov_2', quantity: 1 }],
  ),
  fc.array(
    fc.record({
      product_id: mostlyValid(fc.constantFrom('gift_card_value', 'gcv_1', 'gcv_6', 'evt_3', 'so_1', 'gcv_99')),
      product_option_id: optionally(mostlyValid(fc.constantFrom('gcvo_1', 'gcvo_6', 'evto_4', 'sov_1'))),
      amount: optionally(mostlyValid(fc.integer({ min: 0, max: 600_000 }))),
      quantity: optionally(mostlyValid(fc.integer({ min: -1, max: 1100 }))),
    }),
    { maxLength: 22 },
  ),
);
const bodies = fc.oneof(
  { weight: 1, arbitrary: hostile },
  { weight: 5, arbitrary: fc.constantFrom<unknown>(orderBody(giftCard()), orderBody(experience(1, 2))) },
  {
    weight: 9,
    arbitrary: fc.record({
      items: mostlyValid(items),
      sender: mostlyValid(
        fc.record({ name: mostlyValid(text), email: mostlyValid(email), company: optionally(mostlyValid(company)) }),
      ),
      recipient: optionally(
        mostlyValid(fc.record({ name: optionally(mostlyValid(text)), email: optionally(mostlyValid(email)) })),
      ),
      client_reference: optionally(mostlyValid(text)),
      locale: optionally(mostlyValid(fc.constantFrom('da', 'en-GB', 'klingon!'))),
      return_url: optionally(
        mostlyValid(fc.constantFrom('https://shop.example/x', 'http://127.0.0.1:9/', 'ftp://shop.example/')),
      ),
      greeting: optionally(
        mostlyValid(fc.record({ message: optionally(mostlyValid(text)), image: optionally(hostile) })),
      ),
      delivery: optionally(
        mostlyValid(
          fc.record({
            method: optionally(mostlyValid(fc.constantFrom('postal', 'sender_email'))),
            send_at: optionally(mostlyValid(text)),
          }),
        ),
      ),
      marketing_consent: optionally(
        mostlyValid(
          fc.record({ granted: mostlyValid(fc.boolean()), source: mostlyValid(fc.constantFrom('partner_import')) }),
        ),
      ),
      discount_code: optionally(mostlyValid(fc.constantFrom('TENOFF', 'FREEPOST', 'NOPE9'))),
    }),
  },
);

const json = (body: unknown) => ({
  key: API_KEY,
  body: JSON.stringify(body) ?? '',
  headers: { 'Content-Type': 'application/json' },
});

describe(`${REQUESTS} generated requests never break`, () => {
  test('POST /v2/orders', { timeout: LIMIT_MS }, async () => {
    const send = (body: unknown) => stack.post('/v2/orders', { ...json(body), idempotencyKey: true });
    const statuses = await sendAll(stack, bodies, send, orderReplies.Order);
    expect(statuses.get(201)).toBeGreaterThan(0);
    expect(statuses.get(422)).toBeGreaterThan(0);
  });

  test('GET /v2/orders', { timeout: LIMIT_MS }, async () => {
    const query = queries({
      status: fc.constantFrom('paid', 'expired,paid', 'shipped', ','),
      payment_status: fc.constantFrom('pending', 'captured'),
      created_after: fc.constantFrom('2026-01-01', '2026-13-01', 'now'),
      created_before: fc.constantFrom('2090-01-01T00:00:00Z'),
      email,
      client_reference: fc.string(),
      limit: fc.integer({ min: -5, max: 200 }),
      starting_after: fc.string(),
    });
    const send = (request: Record<string, unknown>) => stack.get(`/v2/orders?${queryText(request)}`, { key: API_KEY });
    expect((await sendAll(stack, query, send, orderReplies.OrderList)).get(200)).toBeGreaterThan(0);
  });

  test('GET /v2/orders/{order_id}', { timeout: LIMIT_MS }, async () => {
    const { body } = await new Shop(stack).order(giftCard());
    const ids = mostlyValid(fc.constantFrom(body.id, `po_${'0'.repeat(32)}`, '..', '%2e%2e'));
    const send = (id: unknown) => stack.get(`/v2/orders/${encodeURIComponent(textOf(id)) || '-'}`, { key: API_KEY });
    const statuses = await sendAll(stack, ids, send, orderReplies.Order);
    expect(statuses.get(200)).toBeGreaterThan(0);
    expect(statuses.get(404)).toBeGreaterThan(0);
  });

  test('settle, refund and checkout sessions', { timeout: LIMIT_MS }, async () => {
    const { body } = await new Shop(stack).order(giftCard());
    const requests = fc.record({
      operation: fc.constantFrom('settle', 'refund', 'checkout-sessions'),
      body: fc.oneof(
        hostile,
        fc.record({
          amount: optionally(mostlyValid(fc.integer())),
          mode: optionally(mostlyValid(text)),
          external_reference: optionally(text),
        }),
      ),
    });
    const success = orderReplies.CheckoutSession;
    const send = (request: { operation: string; body: unknown }) =>
      stack.post(`/v2/orders/${body.id}/${request.operation}`, { ...json(request.body), idempotencyKey: true });
    const statuses = await sendAll(stack, requests, send, success);
    expect(statuses.get(422)).toBeGreaterThan(0);
  });
});
