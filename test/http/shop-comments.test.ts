import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN, type FoundPage } from '../support/page-visitor.ts';
import { SHOP_KEY, shopSeed } from '../support/shop-seed.ts';
import { shopVisits } from '../support/shop-visits.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

const DINNER = {
  company: 'shop',
  id: 71,
  slug: 'dinner',
  name: 'Dinner',
  starts_at: '2030-05-01T19:00:00+02:00',
  comment: { available: true, label: 'Allergies', max_length: 20 },
  options: [
    { id: 71, name: 'Adult', amount: 20_000 },
    { id: 72, name: 'Child', amount: 10_000 },
    { id: 73, name: 'Late', amount: 10_000 },
  ],
};
const LINK = 'item=evt_71:evto_71:1&item=evt_71:evto_72:2';
const FIRST = 'items.0.ticket.comment';
const SECOND = 'items.1.ticket.comment';

let stack: RunningStack;
beforeAll(async () => {
  stack = await startStack({
    seed: { ...shopSeed, events: [...shopSeed.events, DINNER] },
    env: { TRUSTED_PROXIES: '1' },
  });
});
afterAll(() => stack.stop());

const { someone, made, reviewed, press } = shopVisits(() => stack);

/** Sells or withdraws the tickets for adults. */
const setAdults = async (active: boolean): Promise<void> => {
  const path = '/v2/catalog/events/71';
  const { headers } = await stack.get(path, { key: SHOP_KEY });
  const { status } = await stack.call('PATCH', path, {
    key: SHOP_KEY,
    headers: { 'If-Match': headers.get('etag') ?? '' },
    body: { options: [{ id: 71, active }] },
  });
  expect(status).toBe(200);
};

const detailsOf = (summary: FoundPage): string[] => summary.textsOf('.line-item .hint');
const NUTS = 'Comment: no nuts';

test('a comment stays with its event if its line is set to 0', async () => {
  const visitor = someone();
  const summary = await reviewed(visitor, LINK, { ...OWN, 'items.0.quantity': '0', [FIRST]: 'no nuts' });
  expect(detailsOf(summary)).toContain(NUTS);
  const form = await visitor.submit(summary, {}, { step: 'edit' });
  expect(form.values()).toMatchObject({ [SECOND]: 'no nuts' });
  const faulty = await visitor.submit(form, { [SECOND]: 'no nuts and no milk please' });
  expect(faulty.faultOf(SECOND)).toMatch(/20/);
  expect(await made(() => press(visitor, summary))).toBe(1);
  expect(await made(() => press(visitor, summary))).toBe(0);
});

test('a comment that was removed from its line of quantity 0 stays removed', async () => {
  const visitor = someone();
  const summary = await reviewed(visitor, LINK, { ...OWN, 'items.0.quantity': '0', [FIRST]: 'no nuts' });
  const form = await visitor.submit(summary, {}, { step: 'edit' });
  const empty = await visitor.submit(form, { [SECOND]: '' });
  expect(empty.textOf('h1')).toBe('Check your order');
  expect(detailsOf(empty)).not.toContain(NUTS);
});

test('a comment stays with its event if its line is withdrawn, also in an alternative', async () => {
  const visitor = someone();
  const both = await visitor.open(`/shop/shop/en/buy?${LINK}`);
  const adult = await reviewed(visitor, 'item=evt_71:evto_71:1', { ...OWN, [FIRST]: 'no nuts' });
  const placed = await reviewed(visitor, LINK, { ...OWN, [FIRST]: 'no nuts' });
  expect(await made(() => press(visitor, placed))).toBe(1);
  await setAdults(false);
  const summary = await visitor.submit(both, { ...OWN, [FIRST]: 'no nuts' });
  expect(summary.textOf('.notice')).toContain('Adult');
  expect(detailsOf(summary)).toContain(NUTS);
  const gone = await press(visitor, adult);
  const form = await visitor.submit(
    gone,
    { choice: 'evt_71:evto_72' },
    { form: 'form[method="post"]', step: 'choose' },
  );
  expect(form.values()).toMatchObject({ [FIRST]: 'no nuts' });
  expect((await press(visitor, placed)).status).toBe(303);
  await setAdults(true);
});
