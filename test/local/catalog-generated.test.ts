import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogReplies } from '../../functions/api/catalog/replies.ts';
import { quoteReplies } from '../../functions/api/quotes/replies.ts';
import { anyCharacter } from '../support/any-character.ts';
import {
  mostlyValid,
  hostile,
  LIMIT_MS,
  optionally,
  queries,
  queryText,
  REQUESTS,
  sendAll,
} from '../support/generated.ts';
import { startStack, type RunningStack } from '../support/stack.ts';
import { LISTED, NOT_LISTED, seed, SHOP } from '../support/catalog-seed.ts';

let stack: RunningStack;
beforeAll(async () => {
  stack = await startStack({ seed });
});
afterAll(() => stack.stop());

const ids = [...LISTED, ...NOT_LISTED.map((why) => why.split(' ')[0] ?? '')];
const optionIds = ['gcvo_10', 'gcvo_11', 'gcvo_12', 'gcvo_20', 'evto_10', 'evto_11', 'evto_12', 'evto_20', 'sov_10'];
const ticket = fc.record({
  comment: optionally(mostlyValid(fc.string())),
  code: optionally(mostlyValid(fc.string())),
  collection_point_id: optionally(mostlyValid(fc.constantFrom('epp_2', 'epp_9'))),
  address: optionally(mostlyValid(fc.record({ name: fc.string(), street: fc.string(), city: fc.string() }))),
});
const line = fc.record({
  product_id: mostlyValid(fc.constantFrom(...ids)),
  product_option_id: optionally(mostlyValid(fc.constantFrom(...optionIds))),
  amount: optionally(mostlyValid(fc.integer({ min: 9000, max: 510_000 }))),
  quantity: mostlyValid(fc.integer({ min: 0, max: 25 })),
  ticket: optionally(mostlyValid(ticket)),
});
const card = fc.record({
  product_id: fc.constant('gift_card_value'),
  amount: fc.integer({ min: 9000, max: 510_000 }),
  quantity: fc.integer({ min: 1, max: 21 }),
});
const address = fc.record({
  kind: optionally(mostlyValid(fc.constantFrom('private', 'company'))),
  name: optionally(mostlyValid(fc.string())),
  country: optionally(mostlyValid(fc.constantFrom('DK', 'SE'))),
  postcode: optionally(mostlyValid(fc.string())),
});
const delivery = fc.record({
  method: optionally(mostlyValid(fc.constantFrom('recipient_email', 'sender_email', 'postal'))),
  send_at: optionally(mostlyValid(fc.constantFrom('2027-02-30T10:00:00Z', '2027-01-01T10:00:00Z', '2027-01-01'))),
  pickup_point_id: optionally(mostlyValid(fc.string())),
  shipping_priority: optionally(mostlyValid(fc.constantFrom('spri_1', 'spri_2', 'spri_9'))),
  address: optionally(mostlyValid(address)),
});
const validBodies = fc.record({
  items: fc.constantFrom<object[]>(
    [{ product_id: 'gift_card_value', amount: 50_000, quantity: 3 }],
    [{ product_id: 'gcv_1', product_option_id: 'gcvo_10', quantity: 2 }],
    [{ product_id: 'evt_1', product_option_id: 'evto_10', quantity: 2 }],
    [{ product_id: 'so_1', product_option_id: 'sov_10', quantity: 2 }],
  ),
  delivery: fc.constantFrom(undefined, { method: 'sender_email' }, { method: 'postal', address: { country: 'DK' } }),
  discount_code: fc.constantFrom(undefined, undefined, 'SUMMER10'),
});
const quoteBodies = fc.oneof(
  { weight: 5, arbitrary: validBodies as fc.Arbitrary<unknown> },
  { weight: 1, arbitrary: hostile },
  {
    weight: 9,
    arbitrary: fc.record({
      items: mostlyValid(fc.oneof(fc.tuple(card), fc.array(line, { maxLength: 22 }))),
      delivery: optionally(mostlyValid(delivery)),
      discount_code: optionally(mostlyValid(fc.constantFrom('SUMMER10', 'FREEPOST', 'CLOSED'))),
      sender: optionally(mostlyValid(fc.object())),
    }),
  },
);

describe(`${REQUESTS} generated requests never break`, () => {
  test('POST /v2/quotes', { timeout: LIMIT_MS }, async () => {
    const send = (body: unknown) =>
      stack.post('/v2/quotes', {
        key: SHOP,
        body: JSON.stringify(body) ?? '',
        headers: { 'Content-Type': 'application/json' },
      });
    const statuses = await sendAll(stack, quoteBodies, send, quoteReplies.Quote);
    expect(statuses.get(200)).toBeGreaterThan(REQUESTS / 20);
    expect(statuses.get(422)).toBeGreaterThan(REQUESTS / 20);
  });

  test('GET /v2/products', { timeout: LIMIT_MS }, async () => {
    const query = queries({
      type: fc.constantFrom('gift_card', 'event_ticket', 'special_offer', 'mug'),
      category: fc.constantFrom('cat_3', '4', 'x'),
      limit: fc.integer({ min: -5, max: 200 }),
      starting_after: fc.string(),
      company: fc.constantFrom('shop', 'nobody'),
    });
    const send = (request: Record<string, unknown>) => stack.get(`/v2/products?${queryText(request)}`, { key: SHOP });
    expect((await sendAll(stack, query, send, catalogReplies.ProductList)).get(200)).toBeGreaterThan(0);
  });

  test('GET /v2/products/{product_id}', { timeout: LIMIT_MS }, async () => {
    const names = fc.oneof(fc.constantFrom(...ids), fc.string({ unit: anyCharacter, minLength: 1 }));
    const send = (id: string) => stack.get(`/v2/products/${encodeURIComponent(id.toWellFormed())}`, { key: SHOP });
    const fits = names.filter((id) => !/^\.{1,2}$/.test(id));
    expect((await sendAll(stack, fits, send, catalogReplies.Product)).get(200)).toBeGreaterThan(0);
  });

  test('GET /v2/pickup-points', { timeout: LIMIT_MS }, async () => {
    const query = queries({
      country: fc.constantFrom('DK', 'se', 'BR'),
      postcode: fc.constantFrom('2100', '80 00', 'A'),
    });
    const send = (request: Record<string, unknown>) =>
      stack.get(`/v2/pickup-points?${queryText(request)}`, { key: SHOP });
    expect((await sendAll(stack, query, send, catalogReplies.PickupPointList)).get(200)).toBeGreaterThan(0);
  });
});
