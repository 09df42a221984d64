import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMON_MAX_MS } from '../../functions/storage/common-rows.ts';
import { importOperatorFile } from '../support/ops.ts';
import { pageEditor } from '../support/order-page.ts';
import { GIFT, OWN, type FormInput, type FoundPage, type Visitor } from '../support/page-visitor.ts';
import { Shop, type OrderBody } from '../support/shop.ts';
import { SHOP_KEY, shopSeed } from '../support/shop-seed.ts';
import { CARD, shopVisits } from '../support/shop-visits.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

const CAMPAIGN = {
  company: 'shop',
  id: 1,
  name: 'Worth more',
  kind: 'added-value',
  applies_to: 'gift_card',
  value: 20,
  amount_from: 50_000,
  amount_to: 50_000,
};
const OFFER = { company: 'shop', id: 2, name: 'Regular' };
const VOUCHER = { id: 2, name: 'V', amount: 30_000, regular_amount: 50_000, stock: 20 };
const EVENT = { company: 'shop', id: 30, slug: 'concert', name: 'Concert' };
const SEATS = [{ id: 30, name: 'Seat', amount: 20_000, stock: 50 }];
const HALL = { name: 'Great Hall', address: 'Torvet 1', postcode: '8000' };
const FIRST_OF_MAY = '2030-05-01T19:00:00+02:00';

let stack: RunningStack;
beforeAll(async () => {
  stack = await startStack({
    seed: {
      ...shopSeed,
      campaigns: [CAMPAIGN],
      events: [...shopSeed.events, { ...EVENT, starts_at: FIRST_OF_MAY, venue: HALL, options: SEATS }],
    },
    env: { TRUSTED_PROXIES: '1' },
  });
});
afterAll(() => stack.stop());

const { someone, orders, reviewed, press } = shopVisits(() => stack);
/** Imports operator data, and waits until shared reads have expired, because fast tests count as a crowd. */
const importData = async (file: object): Promise<void> => {
  await importOperatorFile(stack, file);
  await setTimeout(COMMON_MAX_MS);
};
const editor = pageEditor(() => stack, SHOP_KEY);

const newest = async (): Promise<OrderBody> => {
  const [order] = await orders();
  return (await stack.get<OrderBody>(`/v2/orders/${order?.id}`, { key: SHOP_KEY })).body;
};

/** Submits an outdated summary, and checks that nothing is ordered before the buyer has seen the new one. */
const repeated = async (visitor: Visitor, summary: FoundPage): Promise<FoundPage> => {
  const before = (await orders()).length;
  const again = await press(visitor, summary);
  expect([again.status, again.textOf('h1')]).toEqual([200, 'Check your order']);
  expect(await orders()).toHaveLength(before);
  expect((await press(visitor, again)).status).toBe(303);
  expect(await orders()).toHaveLength(before + 1);
  return again;
};
const hints = (page: FoundPage): string[] => page.textsOf('.line-item .hint');

describe('a summary is binding, or is shown again', () => {
  test('when a campaign that adds value has been ended', async () => {
    const visitor = someone();
    const summary = await reviewed(visitor, 'item=gift_card_value:1:50000');
    expect(hints(summary)).toEqual(['Amount on the card: DKK 600', 'Valid for 3 years']);
    await importData({ campaigns: [{ ...CAMPAIGN, enabled: false }] });
    const again = await repeated(visitor, summary);
    expect(again.textOf('.notice')).toBe('This is no longer what you saw: Gift card. Check it before you order.');
    expect(hints(again)).toEqual(['Valid for 3 years']);
  });

  test('when a campaign closes while the page is open', async () => {
    const closesAt = new Date((await stack.nowMs()) + 3_600_000).toISOString();
    await importData({ campaigns: [{ ...CAMPAIGN, closes_at: closesAt }] });
    const visitor = someone();
    const summary = await reviewed(visitor, 'item=gift_card_value:1:50000');
    expect(hints(summary)).toEqual(['Amount on the card: DKK 600', 'Valid for 3 years']);
    await stack.advance(3700);
    expect((await repeated(visitor, summary)).textOf('.notice')).toContain('no longer what you saw: Gift card.');
  });

  test('when an offer can no longer be redeemed at its regular price', async () => {
    const visitor = someone();
    const summary = await reviewed(visitor, 'item=so_2:sov_2:1');
    expect(hints(summary)).toEqual(['Worth DKK 500 when it is used', 'Valid for 6 months']);
    await importData({
      special_offers: [{ ...OFFER, options: [{ ...VOUCHER, redeem_at_regular: false }] }],
    });
    const again = await repeated(visitor, summary);
    expect(again.textOf('.notice')).toContain('no longer what you saw: Regular, V.');
    expect(hints(again)).toEqual(['Valid for 6 months']);
  });

  test('when tickets are collected at another place, and only then', async () => {
    const collected = { ...OWN, 'items.0.ticket.collection_point_id': 'epp_2' };
    const summaries = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const visitor = someone();
        return { visitor, summary: await reviewed(visitor, 'item=evt_21:evto_21:1', collected) };
      }),
    );
    const { visitor, summary } = summaries[0] ?? expect.unreachable();
    // Waits for a new read, which may return members in another order. This must not count as a change.
    await setTimeout(COMMON_MAX_MS + 100);
    for (const each of summaries) expect((await press(each.visitor, each.summary)).status).toBe(303);
    const other = await reviewed(visitor, 'item=evt_21:evto_21:1', collected);
    const event = shopSeed.events.find(({ id }) => id === 21);
    const points = [{ id: 2, name: 'Library', address: 'Torvet 3', city: 'Aarhus' }];
    await importData({ events: [{ ...event, collection_points: points }] });
    expect((await repeated(visitor, other)).textOf('.notice')).toContain('no longer what you saw');
    expect(summary.textOf('.line-item')).toContain('Library');
  });

  test('when an event takes place on another day and in another hall', async () => {
    const visitor = someone();
    const summary = await reviewed(visitor, 'item=evt_30:evto_30:1', OWN);
    expect(hints(summary)).toEqual([expect.stringContaining('1 May 2030'), 'Great Hall, Torvet 1, 8000']);
    const moved = { ...EVENT, starts_at: '2030-05-02T19:00:00+02:00', venue: HALL, options: SEATS };
    await importData({ events: [moved] });
    const again = await repeated(visitor, summary);
    expect(again.textOf('.notice')).toContain('no longer what you saw: Concert, Seat.');
    expect(hints(again)[0]).toContain('2 May 2030');
    const other = await reviewed(visitor, 'item=evt_30:evto_30:1', OWN);
    await importData({ events: [{ ...moved, venue: { ...HALL, name: 'Small Hall' } }] });
    expect(hints(await repeated(visitor, other))).toContain('Small Hall, Torvet 1, 8000');
  });

  test('when an option has another name', async () => {
    const visitor = someone();
    const summary = await reviewed(visitor, 'item=gcv_1:gcvo_1:1');
    await importData({
      experiences: [
        { company: 'shop', id: 1, name: 'Experience 1', options: [{ id: 1, name: 'Half a day', amount: 20_000 }] },
      ],
    });
    const again = await repeated(visitor, summary);
    expect(again.textOf('.notice')).toContain('no longer what you saw: Experience 1, Half a day.');
  });

  test('when an item is valid for another time', async () => {
    const visitor = someone();
    const summary = await reviewed(visitor, 'item=gcv_1:gcvo_1:1');
    expect(hints(summary)).toEqual(['Valid for 2 years']);
    const options = [{ id: 1, name: 'Half a day', amount: 20_000 }];
    await importData({
      experiences: [{ company: 'shop', id: 1, name: 'Experience 1', validity_months: 6, options }],
    });
    const again = await repeated(visitor, summary);
    expect(again.textOf('.notice')).toContain('no longer what you saw: Experience 1, Half a day.');
    expect(hints(again)).toEqual(['Valid for 6 months']);
  });

  test('when the terms of sale have changed', async () => {
    const visitor = someone();
    const summary = await reviewed(visitor, CARD);
    await editor.set({ 'terms.text': { en: '<p>Sales can be undone.</p>' } });
    const again = await repeated(visitor, summary);
    expect(again.textOf('.notice')).toBe('The terms of sale have changed. Read them before you order.');
    expect(again.textOf('.terms')).toBe('Sales can be undone.');
  });

  test('with the terms of the family in the language of the page, otherwise in the company’s', async () => {
    const terms = {
      html: '<p>Generelle vilkår.</p>',
      languages: { 'en-GB': { html: '<p>General terms.</p>' } },
      families: { event_ticket: { html: '<p>Billetvilkår.</p>' } },
    };
    await editor.set({ 'terms.text': null });
    await importData({ companies: [{ ...shopSeed.companies[0], terms }] });
    const card = await reviewed(someone());
    const ticket = await reviewed(someone(), 'item=evt_30:evto_30:1', OWN);
    expect([card, ticket].map((page) => [page.attribute('.terms', 'lang'), page.textOf('.terms')])).toEqual([
      ['en', 'General terms.'],
      ['da', 'Billetvilkår.'],
    ]);
  });

  test('when the page no longer supports greetings', async () => {
    const visitor = someone();
    const summary = await reviewed(visitor, CARD, { ...GIFT, 'greeting.message': 'Hi' });
    await editor.set({ 'greeting.enabled': false });
    const again = await repeated(visitor, summary);
    expect(again.textsOf('.notice p')).toEqual([
      'Greetings and pictures can no longer be added to cards here. We have taken yours out of your order.',
      'Something about this order has changed since you saw it. Check it before you order.',
    ]);
    expect([summary.textOf('.details'), again.textOf('.details')]).toEqual([
      expect.stringContaining('Greeting'),
      expect.not.stringContaining('Greeting'),
    ]);
    await editor.set({ 'greeting.enabled': null });
  });

  test('when the id of the selected design has been assigned to another design', async () => {
    const design = { id: 7, name: 'Roses', url: 'https://shop.example/7.png' };
    const company = (of: object) => ({ ...shopSeed.companies[0], greeting: { max_length: 40, designs: [of] } });
    await importData({ companies: [company(design)] });
    const visitor = someone();
    const summary = await reviewed(visitor, CARD, { ...GIFT, picture: 'gid_7' });
    await importData({ companies: [company({ ...design, url: 'https://shop.example/other.png' })] });
    const again = await repeated(visitor, summary);
    expect(again.textOf('.notice')).toContain('Something about this order has changed since you saw it.');
    await importData({ companies: [shopSeed.companies[0]] });
  });

  test('but not when another part of the page has changed', async () => {
    const visitor = someone();
    const summary = await reviewed(visitor, CARD, { ...GIFT, consent: 'on' });
    await editor.set({ introduction: { en: '<p>Come in.</p>' } });
    const { status, location } = await press(visitor, summary);
    expect(status).toBe(303);
    await editor.set({ introduction: { en: '<p>Do come in.</p>' } });
    expect((await press(visitor, summary)).location).toBe(location);
  });
});

describe('a form that was opened before its page was changed', () => {
  const filled = async (visitor: Visitor, more: FormInput): Promise<FoundPage> =>
    visitor.submit(await visitor.open(`/shop/shop/en/buy?${CARD}`), { ...GIFT, ...more });

  test('reports unsupported parts of a greeting before anything is ordered', async () => {
    const visitor = someone();
    const form = await visitor.open(`/shop/shop/en/buy?${CARD}`);
    await editor.set({ 'greeting.enabled': false });
    const summary = await visitor.submit(form, { ...GIFT, 'greeting.message': 'Hello' });
    expect(summary.textOf('.notice')).toContain('Greetings and pictures can no longer be added to cards here.');
    expect(summary.text).not.toContain('Hello');
    await editor.set({ 'greeting.enabled': null, 'greeting.own_picture': false });
    const page = await visitor.submit(form, { ...GIFT, picture: 'upload' });
    expect([page.textOf('h1'), page.textOf('.notice')]).toEqual([
      'Check your order',
      'Your own pictures can no longer be added to cards here. We have taken yours out of your order.',
    ]);
    await editor.set({ 'greeting.own_picture': true });
  });

  test('cannot use a delivery method that the page no longer offers', async () => {
    const visitor = someone();
    await editor.set({ 'delivery.methods': ['recipient_email'] });
    const page = await filled(visitor, { 'delivery.method': 'sender_email' });
    expect([page.status, page.faults]).toEqual([
      422,
      { 'delivery.method': 'This delivery is not offered. Choose another one.' },
    ]);
    expect(page.values('form')).toMatchObject({ 'recipient.name': 'Bo Lind' });
    await editor.set({ 'delivery.methods': null });
    expect((await filled(visitor, { 'delivery.method': 'sender_email' })).textOf('h1')).toBe('Check your order');
  });

  test('continues in the default language of the page when its own language is removed', async () => {
    const visitor = someone();
    const form = await visitor.open(`/shop/shop/en/buy?${CARD}`);
    await editor.set({ languages: ['da'] });
    const summary = await visitor.submit(form, { ...GIFT, 'greeting.message': 'Hello' });
    expect([summary.status, summary.textOf('h1')]).toEqual([200, 'Kontrollér din ordre']);
    expect(summary.text).toContain('Hello');
    await editor.set({ languages: null });
  });
});

describe('consent to the newsletter', () => {
  const words = (en: string) => ({ 'marketing_consent.text': { en } });
  const NOTICE = 'The wording about news has changed since you ticked it.';

  test('is requested again when the wording changed after the summary, and records the new wording', async () => {
    await editor.set(words('News once a month.'));
    const visitor = someone();
    const summary = await reviewed(visitor, CARD, { ...GIFT, consent: 'on' });
    await editor.set(words('News every day, and offers of our partners.'));
    const again = await press(visitor, summary);
    expect([again.status, again.textOf('.notice')]).toEqual([200, expect.stringContaining(NOTICE)]);
    expect(again.textOf('.tick')).toBe('News every day, and offers of our partners.');
    expect(again.values('form')).not.toHaveProperty('consent');
    expect(again.text).not.toContain('Yes, please');
    expect((await press(visitor, again)).status).toBe(303);
    expect(await newest()).toMatchObject({
      marketing_consent: { granted: false, consent_text: 'News every day, and offers of our partners.' },
    });
  });

  test('is requested again together with other changes, which are reported too', async () => {
    await editor.set({ ...words('News once a month.'), 'terms.text': { en: '<p>Final.</p>' } });
    const visitor = someone();
    const summary = await reviewed(visitor, CARD, { ...GIFT, consent: 'on' });
    await editor.set({ ...words('News once a week.'), 'terms.text': { en: '<p>Final, too.</p>' } });
    const again = await press(visitor, summary);
    expect(again.textsOf('.notice p')).toEqual([
      expect.stringContaining(NOTICE),
      'The terms of sale have changed. Read them before you order.',
    ]);
    expect((await press(visitor, again)).status).toBe(303);
  });

  test('is given to the new wording by selecting its checkbox', async () => {
    await editor.set(words('News once a month.'));
    const visitor = someone();
    const form = await visitor.open('/shop/shop/en/buy?item=gift_card_value:1:20000');
    const { revision } = await editor.set(words('News once a week.'));
    const summary = await visitor.submit(form, { ...GIFT, consent: 'on' });
    expect(summary.textOf('.notice')).toContain(NOTICE);
    expect(summary.textOf('.tick')).toBe('News once a week.');
    await editor.set({ introduction: { en: '<p>Welcome.</p>' } });
    expect((await press(visitor, summary, { consent: 'on' })).status).toBe(303);
    expect(await newest()).toMatchObject({
      marketing_consent: {
        granted: true,
        consent_text: 'News once a week.',
        consent_text_version: `revision ${revision}`,
      },
    });
  });

  test('stays declined, without a wording that was never shown', async () => {
    await editor.set(words('News once a month.'));
    const visitor = someone();
    const summary = await reviewed(visitor, CARD);
    await editor.set(words('News once a week.'));
    expect((await press(visitor, summary)).status).toBe(303);
    const { marketing_consent: consent } = (await newest()) as OrderBody & { marketing_consent: object };
    expect(consent).toEqual({ granted: false, source: 'storefront_checkout' });
  });

  test('of a form that is shown again is also reported there', async () => {
    await editor.set(words('News once a month.'));
    const visitor = someone();
    const form = await visitor.open('/shop/shop/en/buy?item=gift_card_value:1:20000');
    await editor.set(words('News once a week.'));
    const again = await visitor.submit(form, { consent: 'on' });
    expect([again.status, again.textOf('.notice')]).toEqual([422, expect.stringContaining(NOTICE)]);
    expect(again.values('.order-form')).not.toHaveProperty('consent');
  });
});

test('an order can be repeated for the same amount when the kind of its campaign has changed', async () => {
  await importData({ campaigns: [CAMPAIGN] });
  const visitor = someone();
  const { location } = await press(visitor, await reviewed(visitor, 'item=gift_card_value:1:50000'));
  await importData({ campaigns: [{ ...CAMPAIGN, kind: 'reduced-price' }] });
  const declined = await new Shop(stack, SHOP_KEY).pay(location, 'declined');
  await stack.advance(12 * 3600);
  await stack.idle();
  const receipt = await visitor.open(new URL(declined.headers.get('location') ?? '').pathname);
  const form = await visitor.open(receipt.attribute('.trouble .button', 'href') ?? '');
  expect(form.values('form')).toMatchObject({ 'items.0.amount': '500' });
});
