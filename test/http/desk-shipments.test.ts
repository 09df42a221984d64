import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DESK_KEY, deskSeed } from '../support/desk-shop.ts';
import { signInStaff, type Clerk } from '../support/desk.ts';
import { giftCard, Shop } from '../support/shop.ts';
import type { FoundPage } from '../support/page-visitor.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

const postal = {
  carrier: 'own_post',
  destinations: [
    { country: 'DK', private: 4900 },
    { country: 'SE', private: 8900 },
  ],
};
const [nordlys] = deskSeed.companies;
const seed = {
  ...deskSeed,
  companies: [
    { ...nordlys, delivery: { postal } },
    { ...nordlys, slug: 'other', contract: { checkout: true } },
  ],
  users: [
    ...deskSeed.users,
    { username: 'stig', password: 'demo-password-stig', company: 'nordlys', role: 'staff' },
    { username: 'olga', password: 'demo-password-olga', company: 'other', role: 'manager' },
  ],
};

let stack: RunningStack;
let shop: Shop;
let mads: Clerk;
beforeAll(async () => {
  stack = await startStack({ seed });
  shop = new Shop(stack, DESK_KEY);
  mads = await signInStaff(() => stack, 'mads');
});
afterAll(() => stack.stop());

const sellTo = (country: string, name: string) =>
  shop.sell(giftCard(20000), {
    return_url: 'http://127.0.0.1/thanks',
    delivery: {
      method: 'postal',
      address: { kind: 'private', name, street: 'Gade 1', postcode: '8000', city: 'Aarhus', country },
    },
  });
const shipmentOf = async (orderId: string): Promise<{ id: string; status: string; carrier: string | null }> => {
  const { body } = await stack.get<{
    data: { id: string; status: string; order_id: string; carrier: string | null }[];
  }>('/v2/shipments', { key: DESK_KEY, query: { limit: '100' } });
  const match = body.data.find(({ order_id: id }) => id === orderId);
  if (!match) throw new Error(`No shipment of ${orderId}`);
  return match;
};
const FORM = 'form[action="/desk/shipments"]';
/** A string whose last character exceeds the limit and is removed. */
const LONG = `${'r'.repeat(199)}😀`;
const selecting = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [`shipment.${id}`, 'yes']));

describe('the list of shipments', () => {
  test('selects and deselects all shipments of the page', async () => {
    await Promise.all([sellTo('DK', 'Bo'), sellTo('SE', 'Åsa')]);
    const chosen = (page: FoundPage): number => page.root.querySelectorAll('td [type=checkbox][checked]').length;
    const choice = 'form .links a[href^="/desk/shipments?status=waiting"]';
    const page = await mads.open('/desk/shipments');
    const all = await mads.open(page.attribute(choice, 'href') ?? '');
    const none = await mads.open(all.attribute(choice, 'href') ?? '');
    const [rows, text] = [page.textsOf('tbody tr').length, page.textOf(choice)];
    expect([chosen(page), chosen(all), chosen(none), text]).toEqual([0, rows, 0, `Select all ${rows} on this page`]);
    const answer = await mads.send(all, FORM, { step: 'packed' });
    expect(answer.textOf('.done')).toBe(`${rows} shipments are marked as packed.`);
  });

  test('shows the order of each shipment, and marks many as posted with one button', async () => {
    const orders = [await sellTo('DK', 'Bo'), await sellTo('SE', 'Åsa')];
    const ids = (await Promise.all(orders.map(({ id }) => shipmentOf(id)))).map(({ id }) => id);
    const page = await mads.open('/desk/shipments');
    expect(page.status).toBe(200);
    for (const { reference } of orders) expect(page.text).toContain(reference);
    const answer = await mads.send(page, FORM, { ...selecting(ids), carrier: 'PostNord', step: 'posted' });
    expect(answer.textOf('.done')).toBe('2 shipments are marked as posted.');
    for (const { id } of orders) expect(await shipmentOf(id)).toMatchObject({ status: 'posted', carrier: 'PostNord' });
    const again = await mads.submit(page, { ...selecting(ids), carrier: 'PostNord', step: 'posted' }, { form: FORM });
    expect(again.status).toBe(303);
    const late = await mads.open('/desk/shipments?status=posted');
    expect(late.text).toContain('PostNord');
    const back = await mads.send(late, FORM, { ...selecting(ids.slice(0, 1)), reason: LONG, step: 'returned' });
    expect(back.textOf('.done')).toBe('1 shipment is marked as returned.');
  });

  test('lists rejected shipments, and keeps the input', async () => {
    const [kept, refunded] = [await sellTo('DK', 'Bo'), await sellTo('DK', 'Ib')];
    const ids = (await Promise.all([kept, refunded].map(({ id }) => shipmentOf(id)))).map(({ id }) => id);
    const page = await mads.open('/desk/shipments');
    await shop.refund(refunded.id);
    const answer = await mads.submit(page, { ...selecting(ids), step: 'posted' }, { form: FORM });
    expect(answer.textOf('[role=alert]')).toMatch(/^1 shipment was not changed: /);
    expect((await shipmentOf(kept.id)).status).toBe('posted');
    const third = await shipmentOf((await sellTo('DK', 'Eva')).id);
    const typed = { ...selecting([third.id]), tracking_url: 'http://track.example', step: 'posted' };
    const refused = await mads.submit(await mads.open('/desk/shipments'), typed, { form: FORM });
    expect(refused.status).toBe(422);
    expect(refused.textOf('[role=alert]')).toContain('Tracking link');
    expect(refused.root.querySelectorAll('[aria-invalid]').map(({ id }) => id)).toEqual(['tracking_url']);
    expect(refused.textOf('#tracking_url-fault')).not.toBe('');
    expect(refused.values(FORM)['tracking_url']).toBe('http://track.example');
    const none = await mads.submit(await mads.open('/desk/shipments'), { step: 'posted' }, { form: FORM });
    expect(none.textOf('[role=alert]')).toContain('Select at least one shipment.');
    const two = await mads.submit(
      await mads.open('/desk/shipments'),
      { ...selecting([third.id, ids[0] ?? '']), tracking_number: '1', step: 'posted' },
      { form: FORM },
    );
    expect(two.textOf('[role=alert]')).toContain('Tracking number');
  });

  test('shows the same page of a long list again after an error', async () => {
    const [earlier, later] = [await sellTo('DK', 'Bo'), await sellTo('DK', 'Ib')];
    const { body } = await stack.get<{ data: { order_id: string }[]; next_cursor: string }>('/v2/shipments', {
      key: DESK_KEY,
      query: { status: 'waiting', limit: '100' },
    });
    const at = body.data.findIndex(({ order_id: id }) => [earlier.id, later.id].includes(id));
    const { body: first } = await stack.get<{ next_cursor: string }>('/v2/shipments', {
      key: DESK_KEY,
      query: { status: 'waiting', limit: String(at + 1) },
    });
    const page = await mads.open(`/desk/shipments?status=waiting&after=${encodeURIComponent(first.next_cursor)}`);
    const [before, after] = body.data[at]?.order_id === earlier.id ? [earlier, later] : [later, earlier];
    const ids = [(await shipmentOf(after.id)).id];
    const refused = await mads.submit(
      page,
      { ...selecting(ids), tracking_url: 'none', step: 'posted' },
      { form: FORM },
    );
    for (const { text } of [page, refused]) {
      expect([text.includes(before.reference), text.includes(after.reference)]).toEqual([false, true]);
    }
    expect(refused.values(FORM)).toMatchObject({ ...selecting(ids), after: first.next_cursor });
  });

  test('marks shipments as posted when Enter is pressed in a field, as a scanner of tracking numbers does', async () => {
    const order = await sellTo('DK', 'Bo');
    const { id } = await shipmentOf(order.id);
    const page = await mads.open('/desk/shipments');
    const first = page.root.querySelector(`${FORM} button`);
    expect([first?.getAttribute('formaction'), first?.getAttribute('aria-hidden')]).toEqual([undefined, 'true']);
    const step = { [first?.getAttribute('name') ?? '']: first?.getAttribute('value') };
    await mads.submit(page, { ...selecting([id]), tracking_number: '00370', ...step }, { form: FORM });
    expect(await shipmentOf(order.id)).toMatchObject({ status: 'posted', tracking_number: '00370' });
  });

  test.each([
    ['a4', 595, 842],
    ['roll', 176, 113],
  ])('prints labels: %s', async (format, width, height) => {
    const ids: string[] = [];
    for (const name of ['Bo', 'Åsa Ærø', 'مريم']) ids.push((await shipmentOf((await sellTo('SE', name)).id)).id);
    const page = await mads.open('/desk/shipments');
    const fields = Object.entries({ ...page.values(FORM), ...selecting(ids), format });
    const answer = await mads.post('/desk/shipments/labels', fields);
    expect([answer.status, answer.header('content-type')]).toEqual([200, 'application/pdf']);
    const document = await PDFDocument.load(answer.bytes);
    expect(document.getPageCount()).toBe(format === 'a4' ? 1 : 3);
    const size = document.getPage(0).getSize();
    expect([Math.round(size.width), Math.round(size.height)]).toEqual([width, height]);
  });

  test('requires a manager', async () => {
    const stig = await signInStaff(() => stack, 'stig');
    expect((await stig.open('/desk/shipments')).status).toBe(403);
    expect((await stig.open('/desk/issue')).status).toBe(403);
  });
});

describe('issuing at the desk', () => {
  const ISSUE = 'form[action="/desk/issue"]';

  test('issues once when the form is sent repeatedly', async () => {
    const page = await mads.open('/desk/issue');
    expect(page.textOf('select[name=product_option_id]')).toBe('No particular product');
    const typed = { kind: 'special_voucher', title: 'Coffee', quantity: '2', amount: '45,50' };
    const first = await mads.submit(page, typed, { form: ISSUE });
    expect(first.textOf('.done')).toBe('2 items were issued.');
    const codes = first.root.querySelectorAll('.code').map((each) => each.text.trim());
    expect(codes).toHaveLength(2);
    const again = await mads.submit(page, typed, { form: ISSUE });
    expect(again.root.querySelectorAll('.code').map((each) => each.text.trim())).toEqual(codes);
    const item = await stack.get<{ amount: number; channel: string }>(`/v2/items/${codes[0]}`, { key: DESK_KEY });
    expect(item.body).toMatchObject({ amount: 45.5, item_title: 'Coffee', item_type: 'SPECIALOFFER' });
  });

  test.each([
    ['1,000', 1000],
    ['1.000', 1000],
    ['1.250,50', 1250.5],
    ['kr. 500,-', 500],
  ])('issues the amount that %s means', async (amount, value) => {
    const page = await mads.open('/desk/issue');
    const typed = { kind: 'special_voucher', title: 'Dinner', quantity: '1', amount };
    const issued = await mads.submit(page, typed, { form: ISSUE });
    const item = await stack.get(`/v2/items/${issued.textOf('.code')}`, { key: DESK_KEY });
    expect(item.body).toMatchObject({ amount: value });
  });

  test('names the field of an error, and reports a missing contract', async () => {
    const typed = { kind: 'benefit_deal', title: 'Lunch', quantity: '1' };
    const page = await mads.open('/desk/issue');
    const refused = await mads.submit(page, typed, { form: ISSUE });
    expect([refused.status, refused.values(ISSUE)['title']]).toEqual([422, 'Lunch']);
    expect(refused.textOf('[role=alert]')).toBe(
      'Issued to company: A benefit deal needs the company that it is issued to.',
    );
    const wrong = await mads.submit(page, { title: '', quantity: 'two', amount: 'many' }, { form: ISSUE });
    const marked = ['title', 'quantity', 'amount'].filter((id) => wrong.textOf(`#${id}-fault`) !== '');
    expect([wrong.status, marked]).toEqual([422, ['title', 'quantity', 'amount']]);
    const olga = await signInStaff(() => stack, 'olga');
    const barred = await olga.open('/desk/issue');
    expect([barred.root.querySelector(ISSUE), barred.textOf('main [role=status]')]).toEqual([
      null,
      expect.stringContaining('does not include issuing by invoice'),
    ]);
    expect(barred.attribute('main .links a', 'href')).toBe('/desk/campaigns');
    const fields = { ...page.values(ISSUE), form_token: await olga.formToken(), title: 'X', quantity: '1' };
    const sent = await olga.post('/desk/issue', Object.entries(fields));
    expect(sent.status).toBe(403);
  });
});
