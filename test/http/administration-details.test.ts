import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, fieldsOf as faultsOf } from '../support/order-page.ts';
import { API_KEY, ruleSeed } from '../support/seed.ts';
import { startStack, type Answer, type RunningStack } from '../support/stack.ts';

interface Option {
  id: number;
  option_id: string;
  stock: number | null;
}
interface ManagedProduct {
  id: number;
  active: boolean;
  options: Option[];
  withheld: string[];
}
interface AuditEntry {
  operation: string;
  subject: Record<string, string>;
  changes: { member: string; before: unknown; after: unknown }[];
}

let stack: RunningStack;
beforeAll(async () => {
  stack = await startStack({ seed: ruleSeed });
});
afterAll(() => stack.stop());

const post = <T = ManagedProduct>(path: string, body: object): Promise<Answer<T>> =>
  stack.post<T>(`/v2/${path}`, { key: API_KEY, idempotencyKey: true, body });
const patch = async <T = ManagedProduct>(path: string, body: object): Promise<Answer<T>> => {
  const { headers } = await stack.get(`/v2/${path}`, { key: API_KEY });
  return stack.call<T>('PATCH', `/v2/${path}`, {
    key: API_KEY,
    body,
    headers: { 'If-Match': headers.get('etag') ?? '' },
  });
};
const fieldsOf = (answer: Answer<unknown>): string[] => Object.keys(faultsOf(answer) ?? {});
const stockOf = async (id: number): Promise<(number | null)[]> =>
  (await stack.get<ManagedProduct>(`/v2/catalog/experiences/${id}`, { key: API_KEY })).body.options.map(
    ({ stock }) => stock,
  );

test('reports null for an unknown member like any other value', async () => {
  const tour = (await post('catalog/experiences', { name: 'Tour', options: [{ name: 'One', amount: 20_000 }] })).body;
  const day = (await post('catalog/events', { name: 'Day', slug: 'day', options: [] })).body;
  const { body: campaign } = await post('campaigns', {
    name: 'Spring',
    applies_to: 'gift_card',
    kind: 'added-value',
    value: 10,
    amount_from: 900_000,
  });
  await post('discount-codes', { code: 'NULLS', percent: 10 });
  const wrong: [path: string, body: object, field: string][] = [
    [`catalog/experiences/${tour.id}`, { nope: null }, 'nope'],
    [`catalog/experiences/${tour.id}`, { options: [{ id: tour.options[0]?.id, nope: null }] }, 'options.0.nope'],
    [
      `catalog/events/${day.id}`,
      { venue: { name: 'Hall', address: 'Quay 1', postcode: '8000', nope: null } },
      'venue.nope',
    ],
    ['catalog/gift-card', { nope: null }, 'nope'],
    ['catalog/gift-card', { gift_card: null, name: 'Card' }, 'gift_card'],
    [`campaigns/${campaign.id}`, { nope: null }, 'nope'],
    [`campaigns/${campaign.id}`, { codes: null }, 'codes'],
    ['discount-codes/NULLS', { nope: null }, 'nope'],
    ['companies/shop/settings', { nope: null }, 'nope'],
    ['companies/shop/settings', { delivery: { nope: null } }, 'delivery.nope'],
  ];
  for (const [path, body, field] of wrong) {
    const answer = await patch(path, body);
    expect([path, answer.status, codeOf(answer), fieldsOf(answer)]).toEqual([path, 422, 'validation_failed', [field]]);
  }
  // Null is accepted for known members that are already absent, and for languages and families without terms.
  const settings = 'companies/shop/settings';
  expect((await patch(settings, { vat_number: null, contact: { web: null } })).status).toBe(200);
  expect((await patch(settings, { vat_number: null, contact: { web: null } })).status).toBe(200);
  expect((await patch(settings, { terms: { languages: { en: null }, families: { event_ticket: null } } })).status).toBe(
    200,
  );
  expect(fieldsOf(await patch(settings, { terms: { families: { cars: null } } }))).toEqual(['terms.families.cars']);
});

test('returns the remaining units as `stock` of a product, and changes them only through the stock route', async () => {
  const { body: tour } = await post('catalog/experiences', {
    name: 'Stocked tour',
    options: [
      { name: 'Limited', amount: 20_000, stock: 10 },
      { name: 'Unlimited', amount: 20_000 },
    ],
  });
  const path = `catalog/experiences/${tour.id}`;
  const [limited, unlimited] = tour.options;
  await post(`catalog/options/${limited?.option_id}/stock`, { change: -7 });
  await post(`catalog/options/${unlimited?.option_id}/stock`, { set: 4 });
  expect(await stockOf(tour.id)).toEqual([3, 4]);
  // A patch with a former limit does not change the stock, as in an import.
  const repeated = await patch(path, { options: [{ id: limited?.id, stock: 50 }] });
  expect([repeated.status, repeated.body.options.map(({ stock }) => stock)]).toEqual([200, [3, 4]]);
  expect((await patch(path, { options: [{ id: unlimited?.id, stock: null }] })).body.options[1]?.stock).toBeNull();
  const again = await patch(path, { options: [{ id: unlimited?.id, stock: 9 }] });
  expect(again.body.options.map(({ stock }) => stock)).toEqual([3, 9]);
  expect(await stockOf(tour.id)).toEqual([3, 9]);
  expect(fieldsOf(await patch(path, { options: [{ id: limited?.id, stock: -1 }] }))).toEqual(['options.0.stock']);
});

test('keeps a cancelled event inactive after every patch', async () => {
  const { body: day } = await post('catalog/events', {
    name: 'Cancelled day',
    slug: 'cancelled-day',
    starts_at: '2030-05-01T19:00:00+02:00',
    options: [{ name: 'Seat', amount: 10_000, stock: 5 }],
  });
  expect((await post(`catalog/events/${day.id}/cancel`, { refund: 'none' })).status).toBe(202);
  const { body } = await patch(`catalog/events/${day.id}`, { active: true });
  expect([body.active, body.withheld]).toEqual([false, ['inactive']]);
});

test('records old and new values of created and removed users in the audit log', async () => {
  const user = { username: 'audited', email: 'audited@guests.example', role: 'staff' };
  await post('users', user);
  await stack.call('DELETE', '/v2/users/audited', { key: API_KEY });
  const { body } = await stack.get<{ data: AuditEntry[] }>('/v2/audit-log', { key: API_KEY, query: { limit: '2' } });
  const identity = { username: 'audited', role: 'staff' };
  expect(body.data.map(({ operation, changes }) => [operation, changes])).toEqual([
    ['remove-user', [{ member: '', before: identity, after: null }]],
    ['create-user', [{ member: '', before: null, after: identity }]],
  ]);
});

test('assigns unused ids even after a request has used the largest possible id', async () => {
  const id = Number.MAX_SAFE_INTEGER;
  const named = await post('catalog/special-offers', {
    id,
    name: 'Named',
    options: [{ name: 'A', amount: 1, stock: 1 }],
  });
  expect([named.status, named.body.id]).toEqual([201, id]);
  const option = { id, name: 'B', amount: 1, stock: 1 };
  expect((await patch(`catalog/special-offers/${id}`, { options: [option] })).status).toBe(422);
  const listed = await post('catalog/special-offers', { name: 'Listed', options: [option] });
  const assigned = await post('catalog/special-offers', { name: 'Assigned', options: [{ ...option, id: null }] });
  expect([listed.status, assigned.status]).toEqual([201, 201]);
  expect(new Set([named, listed, assigned].map(({ body }) => body.id)).size).toBe(3);
  const added = await patch(`catalog/special-offers/${id}`, { options: [{ name: 'C', amount: 1, stock: 1 }] });
  expect([added.status, new Set(added.body.options.map((each) => each.id)).size]).toEqual([200, 2]);

  const campaign = { name: 'Late', applies_to: 'gift_card', kind: 'added-value', value: 1, enabled: false };
  expect((await post('campaigns', { ...campaign, id })).status).toBe(201);
  const after = await post('campaigns', campaign);
  expect([after.status, Number.isSafeInteger(after.body.id)]).toEqual([201, true]);
});

test('treats a blank reason for a stock change as absent', async () => {
  const { body } = await post('catalog/experiences', { name: 'Bath', options: [{ name: 'One', amount: 9000 }] });
  const option = body.options[0]?.option_id ?? '';
  for (const reason of [' ', '\u200B', 'Counted']) {
    expect((await post(`catalog/options/${option}/stock`, { set: 5, reason })).status).toBe(200);
  }
  const { body: log } = await stack.get<{ data: AuditEntry[] }>('/v2/audit-log', { key: API_KEY });
  const subjects = log.data.filter(({ subject }) => subject['option_id'] === option).map(({ subject }) => subject);
  expect(subjects.map(({ reason }) => reason ?? null)).toEqual(['Counted', null, null]);
});

test('the name of a copy is in Norwegian for both written forms, and in English for languages without translations', async () => {
  const tour = (await post('catalog/experiences', { name: 'Tour', options: [{ name: 'One', amount: 20_000 }] })).body;
  const copiedIn = async (language: string): Promise<string> => {
    expect((await patch('companies/shop/settings', { language })).status).toBe(200);
    return (await post<{ name: string }>(`catalog/experiences/${tour.id}/duplicate`, {})).body.name;
  };
  expect([await copiedIn('nb-NO'), await copiedIn('nn'), await copiedIn('fr')]).toEqual([
    'Tour (kopi)',
    'Tour (kopi)',
    'Tour (copy)',
  ]);
});
