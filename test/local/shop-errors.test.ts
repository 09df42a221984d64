import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importOperatorFile } from '../support/ops.ts';
import { pageEditor } from '../support/order-page.ts';
import { GIFT, Visitor, type FormInput, type FoundPage } from '../support/page-visitor.ts';
import { jpeg, png } from '../support/pictures.ts';
import { experience, offer, Shop } from '../support/shop.ts';
import { SHOP_KEY, shopSeed } from '../support/shop-seed.ts';
import { CARD, shopVisits } from '../support/shop-visits.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let shop: Shop;
beforeAll(async () => {
  stack = await startStack({ seed: shopSeed, env: { TRUSTED_PROXIES: '1' } });
  shop = new Shop(stack, SHOP_KEY);
});
afterAll(() => stack.stop());

const { someone, orders, made, reviewed, press } = shopVisits(() => stack);
const editor = pageEditor(() => stack, SHOP_KEY);

describe('a completed form', () => {
  test('that is sent many times concurrently creates one order, and always leads to its payment page', async () => {
    const visitor = someone();
    const summary = await reviewed(visitor);
    let answers: FoundPage[] = [];
    const count = await made(async () => {
      answers = await Promise.all(Array.from({ length: 6 }, () => press(visitor, summary)));
    });
    expect(count).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 303));
    expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
  });

  test('that is sent again after going back leads to the same payment page; once it is paid, to the receipt', async () => {
    const visitor = someone();
    const summary = await reviewed(visitor);
    const { location } = await press(visitor, summary);
    expect((await press(visitor, summary)).location).toBe(location);
    const paid = await shop.pay(location);
    await stack.idle();
    const again = await press(visitor, summary);
    expect(again.location).toBe(new URL(paid.headers.get('location') ?? '').pathname);
    expect((await visitor.follow(again)).textOf('h1')).toBe('Thank you, your order is complete');
  });

  test('that was changed after going back requires a confirmation of the second order', async () => {
    const visitor = someone();
    const summary = await reviewed(visitor);
    await press(visitor, summary);
    const form = await visitor.submit(summary, {}, { step: 'edit' });
    const other = await visitor.submit(form, { 'items.0.amount': '300' });
    expect(other.textOf('.notice')).toContain('You have already ordered with this form');
    const receipt = await visitor.open(other.attribute('.notice a', 'href') ?? '');
    expect(receipt.textOf('h1')).toBe('Your order is not paid yet');
    expect(await made(() => press(visitor, other))).toBe(1);
  });

  test('in two tabs creates two orders', async () => {
    const visitor = someone();
    const tabs = [await reviewed(visitor), await reviewed(visitor)];
    expect(await made(() => Promise.all(tabs.map((tab) => press(visitor, tab))))).toBe(2);
  });

  test('that is older than a day is shown again with its input', async () => {
    const visitor = someone();
    const summary = await reviewed(visitor);
    await stack.advance(25 * 3600);
    let late: FoundPage | undefined;
    expect(await made(async () => (late = await press(visitor, summary)))).toBe(0);
    expect(late?.textOf('.notice')).toContain('This page was open for a long time.');
    expect(late?.values('form')).toMatchObject(GIFT);
    expect(await made(() => press(visitor, late as FoundPage))).toBe(1);
  });

  test('with a forged form id creates no order', async () => {
    const visitor = someone();
    const summary = await reviewed(visitor);
    let page: FoundPage | undefined;
    expect(await made(async () => (page = await press(visitor, summary, { form: 'made.up' })))).toBe(0);
    expect(page?.textOf('h1')).toBe('Check your order');
  });
});

describe('changes while the buyer fills in the form', () => {
  test('of a price show the new price before anything is ordered', async () => {
    const visitor = someone();
    const summary = await reviewed(visitor, 'item=gcv_2:gcvo_2:1');
    await importOperatorFile(stack, {
      experiences: [
        { company: 'shop', id: 2, name: 'Experience 2', options: [{ id: 2, name: 'Option', amount: 25000 }] },
      ],
    });
    let again: FoundPage | undefined;
    expect(await made(async () => (again = await press(visitor, summary)))).toBe(0);
    expect(again?.textOf('.notice')).toBe('The price has changed from DKK 200 to DKK 250. Check it before you order.');
    expect(again?.textOf('button[value="confirm"]')).toBe('Order and pay DKK 250');
    expect(await made(() => press(visitor, again as FoundPage))).toBe(1);
    expect((await orders())[0]?.amounts.total).toBe(25000);
  });

  test('of stock to 0 are reported at the quantity, and the input is kept', async () => {
    const visitor = someone();
    const summary = await reviewed(visitor, 'item=so_1:sov_1:2');
    const taken = await shop.order(offer(1, 4));
    expect(taken.status).toBe(201);
    const page = await press(visitor, summary);
    expect([page.status, page.faults]).toEqual([422, { 'items.0.quantity': 'Only 1 left.' }]);
    expect(page.values('form')).toMatchObject(GIFT);
    await shop.order(offer(1, 1));
    const gone = await visitor.submit(page, { 'items.0.quantity': '1' });
    expect([200, 422]).toContain(gone.status);
    const refused = gone.status === 200 ? await press(visitor, gone) : gone;
    expect([refused.status, refused.faults]).toEqual([422, { 'items.0.quantity': 'This is sold out.' }]);
  });

  test('of a product to sold out are reported on the form and in the shop', async () => {
    const visitor = someone();
    const form = await visitor.open('/shop/shop/en/buy?item=gcv_6:gcvo_6:1');
    expect((await shop.order(experience(6, 3))).status).toBe(201);
    const page = await visitor.submit(form, GIFT);
    expect(page.status).toBe(422);
    expect(page.text).toContain('no longer sold');
    expect(page.attribute('main .button', 'href')).toBe('/shop/shop/en');
    expect((await visitor.open('/shop/shop/en/products/gcv_6')).status).toBe(404);
  });

  test('that remove a family from the page also remove its selected products', async () => {
    const visitor = someone();
    const summary = await reviewed(visitor, 'item=gcv_1:gcvo_1:1');
    await editor.set({ families: ['gift_card'] });
    let page: FoundPage | undefined;
    expect(await made(async () => (page = await press(visitor, summary)))).toBe(0);
    expect(page?.text).toContain('no longer sold');
    await editor.set({ families: null });
    expect(await made(() => press(visitor, summary))).toBe(1);
  });

  test('that close the shop prevent the order, and the input can be sent when it reopens', async () => {
    const visitor = someone();
    const summary = await reviewed(visitor);
    await editor.set({ open: false });
    let closed: FoundPage | undefined;
    expect(await made(async () => (closed = await press(visitor, summary)))).toBe(0);
    expect(closed?.status).toBe(503);
    expect(closed?.text).toContain('We open again tomorrow.');
    expect(closed?.values('main form')).toMatchObject(GIFT);
    await editor.set({ open: true });
    expect(await made(() => visitor.submit(closed as FoundPage, {}, { form: 'main form' }))).toBe(1);
  });

  test('that close the shop keep placed orders visible and payable', async () => {
    const visitor = someone();
    const { location } = await press(visitor, await reviewed(visitor));
    await editor.set({ open: false });
    const paid = await shop.pay(location);
    await stack.idle();
    const { pathname } = new URL(paid.headers.get('location') ?? '');
    expect((await visitor.open(pathname)).textOf('h1')).toBe('Thank you, your order is complete');
    await editor.set({ open: true });
  });
});

describe('a company without checkout', () => {
  test('shows its products and reports that nothing can be ordered', async () => {
    const visitor = someone();
    expect((await visitor.open('/shop/offline/en')).status).toBe(200);
    const product = await visitor.open('/shop/offline/en/products/gift_card_value');
    expect(product.text).toContain('This shop cannot take payments at the moment');
    expect(product.root.querySelector('form')).toBeNull();
    const form = await visitor.open('/shop/offline/en/buy?item=gift_card_value:1:20000');
    expect([form.status, form.textOf('h1')]).toEqual([409, 'We cannot do that just now']);
    const sent = await visitor.post('/shop/offline/en/buy', [['step', 'confirm']]);
    expect([sent.status, sent.text.includes('nothing can be ordered here')]).toEqual([409, true]);
  });
});

describe('a payment', () => {
  test('that is declined is shown on the receipt, with a button to retry', async () => {
    const visitor = someone();
    const { location } = await press(visitor, await reviewed(visitor));
    const declined = await shop.pay(location, 'declined');
    await stack.idle();
    const { pathname, search } = new URL(declined.headers.get('location') ?? '');
    const receipt = await visitor.open(`${pathname}${search}`);
    expect(receipt.textOf('h1')).toBe('Your order is not paid yet');
    expect(receipt.text).toContain('The payment did not go through, and nothing was charged.');
    const again = await visitor.submit(receipt, {}, { form: 'main form' });
    const twice = await visitor.submit(receipt, {}, { form: 'main form' });
    expect([again.status, twice.location]).toEqual([303, again.location]);
    await shop.pay(again.location);
    await stack.idle();
    const done = await visitor.open(pathname);
    expect(done.textOf('h1')).toBe('Thank you, your order is complete');
    const document = await stack.get(done.attribute('.documents a', 'href') ?? '');
    expect([document.status, document.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    expect(document.headers.get('x-robots-tag')).toBe('noindex');
  });

  test('that cannot be started keeps the order, with a button to pay it', async () => {
    const visitor = someone();
    const summary = await reviewed(visitor);
    await stack.fault('payments', 'unavailable');
    const confirmed = await press(visitor, summary);
    expect(confirmed.location).toContain('payment=unreachable');
    const receipt = await visitor.follow(confirmed);
    expect(receipt.text).toContain('The payment page cannot be reached just now. Your order is kept');
    expect(receipt.root.querySelector('main form')).not.toBeNull();
  });

  test('counts when the gateway reports it, not when the browser returns', async () => {
    const visitor = someone();
    const { location } = await press(visitor, await reviewed(visitor));
    const [order] = await orders();
    // The gateway reports only when it is asked, here when the order is read.
    await stack.control('POST', '/gateway', { order_id: order?.id ?? '', event: 'silent' });
    const unpaid = await shop.pay(location);
    const { pathname } = new URL(unpaid.headers.get('location') ?? '');
    const claimed = await visitor.open(`${pathname}?status=authorized`);
    expect(claimed.textOf('h1')).toBe('We are waiting for your payment');
    expect(claimed.attribute('.receipt', 'data-refresh')).toBe('2');
    expect((await orders())[0]?.payment.captured_amount).toBe(0);
    expect((await shop.read(order?.id ?? '')).payment.captured_amount).toBe(21_000);
    expect((await visitor.open(pathname)).textOf('h1')).toMatch(/^Thank you/);
  });

  test('that never arrives is reported as missing', async () => {
    const visitor = someone();
    const { location } = await press(visitor, await reviewed(visitor));
    const declined = await shop.pay(location, 'declined');
    await stack.advance(3 * 86_400);
    await stack.idle();
    const { pathname } = new URL(declined.headers.get('location') ?? '');
    const receipt = await visitor.open(pathname);
    expect(receipt.textOf('h1')).toBe('This order has expired');
    expect(receipt.root.querySelector('main form')).toBeNull();
  });

  test('that is refunded is reported, and the cards are no longer shown', async () => {
    const visitor = someone();
    const { location } = await press(visitor, await reviewed(visitor));
    const paid = await shop.pay(location);
    await stack.idle();
    const [order] = await orders();
    await shop.refund(order?.id ?? '');
    await stack.idle();
    const { pathname } = new URL(paid.headers.get('location') ?? '');
    const receipt = await visitor.open(pathname);
    expect(receipt.textOf('h1')).toBe('This order has been refunded');
    expect(receipt.root.querySelector('.documents')).toBeNull();
  });
});

describe('the URL of a receipt', () => {
  test('is required in full, and cannot be guessed', async () => {
    const visitor = someone();
    const { location } = await press(visitor, await reviewed(visitor));
    const paid = await shop.pay(location);
    await stack.idle();
    const { pathname } = new URL(paid.headers.get('location') ?? '');
    const receipt = await visitor.open(pathname);
    expect([
      receipt.header('cache-control'),
      receipt.header('referrer-policy'),
      receipt.header('x-robots-tag'),
    ]).toEqual(['no-store', 'no-referrer', 'noindex']);
    const parts = pathname.split('/');
    const forged = [...parts.slice(0, -1), `${parts.at(-1)?.slice(0, -1)}${parts.at(-1)?.endsWith('A') ? 'B' : 'A'}`];
    for (const path of [
      forged.join('/'),
      parts.slice(0, -1).join('/'),
      pathname.replace('/shop/shop/', '/shop/other/'),
    ]) {
      expect((await visitor.open(path)).status, path).toBe(404);
    }
    const document = receipt.attribute('.documents a', 'href') ?? '';
    expect((await stack.get(document.replace(parts.at(-1) ?? '', forged.at(-1) ?? ''))).status).toBe(404);
  });

  test('shows no document before the order is fulfilled', async () => {
    const visitor = someone();
    const { location } = await press(visitor, await reviewed(visitor));
    const declined = await shop.pay(location, 'declined');
    const { pathname } = new URL(declined.headers.get('location') ?? '');
    const [order] = await orders();
    const receipt = await visitor.open(pathname);
    expect(receipt.root.querySelector('.documents')).toBeNull();
    expect((await stack.get(`${pathname}/${order?.line_items[0]?.id}`)).status).toBe(404);
  });
});

describe('an uploaded picture', () => {
  const sent = async (bytes: Uint8Array, filling: FormInput = GIFT) => {
    const visitor = someone();
    const form = await visitor.open(`/shop/shop/en/buy?${CARD}`);
    const file = { field: 'picture_file', name: 'picture.png', type: 'image/png', bytes };
    return { visitor, page: await visitor.submit(form, { picture: 'upload', ...filling }, { file }) };
  };

  test('is sent with the form, without JavaScript, and added to the order', async () => {
    const { visitor, page } = await sent(png({ width: 60, height: 40 }));
    expect(page.textOf('h1')).toBe('Check your order');
    expect(page.text).toContain('Your own picture');
    const shown = await fetch(new URL(page.attribute('.details .picture-preview', 'src') ?? '', stack.url));
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect((await press(visitor, page)).status).toBe(303);
    expect((await orders())[0]).toMatchObject({ greeting: { image: { source: 'upload' } } });
  });

  test('is never dropped silently: the form requires a decision when another picture is selected', async () => {
    const { visitor, page } = await sent(png({ width: 60, height: 40 }), { ...GIFT, picture: 'none' });
    expect(page.faults).toEqual({ picture: expect.stringContaining('Select it to use the picture') });
    expect(page.text).toContain('The picture you chose is kept.');
    expect((await visitor.submit(page, { picture: 'upload' })).text).toContain('Your own picture');
    const without = await visitor.submit(page, {});
    expect([without.textOf('h1'), without.text.includes('Your own picture')]).toEqual(['Check your order', false]);
  });

  test.each([
    ['of another type', Buffer.from('GIF89a')],
    ['that is broken', png({ width: 600, height: 400, noise: true }).subarray(0, 2000)],
  ])('%s is refused with the types to choose from', async (_kind, bytes) => {
    const { page } = await sent(bytes);
    expect(page.faults).toEqual({ picture: 'This picture cannot be read. Choose a JPEG, PNG or WebP.' });
  });

  test('is kept when another field is invalid', async () => {
    const { visitor, page } = await sent(jpeg(), { ...GIFT, 'sender.email': 'nonsense' });
    expect(page.faults).toEqual({ 'sender.email': 'Enter an email address such as anna@example.com.' });
    expect(page.text).toContain('The picture you chose is kept.');
    const summary = await visitor.submit(page, { 'sender.email': 'anna@example.com' });
    expect(summary.text).toContain('Your own picture');
    for (const form of [page, await visitor.submit(summary, { step: 'edit' })]) {
      const shown = await fetch(new URL(form.attribute('.if-upload .picture-preview', 'src') ?? '', stack.url));
      expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
    }
    const unknown = await visitor.submit(page, { upload_id: `gimg_${'0'.repeat(32)}` });
    expect(unknown.root.querySelector('.picture-preview')).toBeNull();
  });

  test('that is invalid, or too large, is reported at its field', async () => {
    const { page } = await sent(Buffer.from('no picture at all'));
    expect([page.status, Object.keys(page.faults)]).toEqual([422, ['picture']]);
    const large = await sent(Buffer.concat([png(), Buffer.alloc(4 * 1024 * 1024)]));
    expect(large.page.faults).toEqual({ picture: 'The picture is too large. Choose one of at most 4 MB.' });
  });

  test('of one order cannot be used for another', async () => {
    const { visitor, page } = await sent(png({ width: 61, height: 40 }));
    await press(visitor, page);
    const { upload_id } = page.values('form');
    const other = await visitor.open(`/shop/shop/en/buy?${CARD}`);
    const again = await visitor.submit(other, { ...GIFT, picture: 'upload', upload_id });
    expect([again.status, Object.keys(again.faults)]).toEqual([422, ['picture']]);
  });
});

describe('a pickup point', () => {
  test('is looked up by postcode, selected and added to the order', async () => {
    const visitor = someone();
    const form = await visitor.open('/shop/other/en/buy?item=gift_card_value:1:20000');
    const address = { 'delivery.address.street': 'Torvet 1', 'delivery.address.city': 'Aarhus' };
    const typed = { ...GIFT, ...address, 'delivery.method': 'postal', shape: 'collection' };
    const early = await visitor.submit(form, typed, { step: 'points' });
    expect(early.textOf('#points')).toContain('Fill in postcode and country');
    const page = await visitor.submit(early, { 'delivery.address.postcode': '8000' }, { step: 'points' });
    const points = page.root.querySelectorAll('#points input').map((each) => each.getAttribute('value') ?? '');
    expect(points.length).toBeGreaterThan(1);
    const summary = await visitor.submit(page, { 'delivery.pickup_point_id': points[1] });
    expect(summary.textOf('h1'), JSON.stringify(summary.faults)).toBe('Check your order');
    expect(summary.text).toContain('Pickup point');
    expect((await press(visitor, summary)).status).toBe(303);
  });

  test('cannot be selected while the carrier does not respond: the page reports it and keeps the input', async () => {
    const visitor = someone();
    const form = await visitor.open('/shop/other/en/buy?item=gift_card_value:1:20000');
    await stack.fault('courier', 'unavailable');
    const typed = { ...GIFT, 'delivery.method': 'postal', shape: 'collection', 'delivery.address.postcode': '8210' };
    const page = await visitor.submit(form, typed, { step: 'points' });
    expect(page.textOf('#points')).toContain('The carrier does not respond at the moment.');
    expect(page.values('form')).toMatchObject(typed);
  });
});

describe('too many requests', () => {
  test('from one IP address are rejected with a page, but not from many IP addresses', async () => {
    const one = someone();
    let seen = 0;
    let refused: FoundPage | undefined;
    while (!refused && seen < 2000) {
      const pages = await Promise.all(Array.from({ length: 25 }, () => one.open('/shop/shop/en/nothing')));
      seen += pages.filter(({ status }) => status === 404).length;
      refused = pages.find(({ status }) => status === 429);
    }
    expect(seen).toBeGreaterThanOrEqual(300);
    expect(refused?.textOf('h1')).toBe('Too many requests');
    expect(Number(refused?.header('retry-after'))).toBeGreaterThan(0);
    const crowd = await Promise.all(Array.from({ length: 40 }, () => someone().open('/shop/shop/en')));
    expect(crowd.map(({ status }) => status)).toEqual(crowd.map(() => 200));
    await stack.advance(61);
    expect((await one.open('/shop/shop/en')).status).toBe(200);
  });

  test('for more than twenty orders a minute are rejected, and keep the input', async () => {
    const one = someone();
    const summaries = await Promise.all(Array.from({ length: 24 }, () => reviewed(one)));
    let answers: FoundPage[] = [];
    const count = await made(async () => {
      answers = await Promise.all(summaries.map((summary) => press(one, summary)));
    });
    const refused = answers.find(({ status }) => status === 429) as FoundPage;
    expect(count).toBe(answers.filter(({ status }) => status === 303).length);
    expect(count).toBeGreaterThanOrEqual(20);
    expect(refused.values('main form')).toMatchObject(GIFT);
    await stack.advance(61);
    expect(await made(() => one.submit(refused, {}, { form: 'main form' }))).toBe(1);
  });
});

describe('while the service is unavailable', () => {
  test('a page reports it in the visitor’s language, without details', async () => {
    const visitor = new Visitor(() => stack, { address: '198.51.100.1', language: 'da' });
    await stack.fault('table', 'unavailable', 40);
    const page = await visitor.open('/shop/shop/da');
    expect(page.status).toBeGreaterThanOrEqual(500);
    expect(page.header('content-type')).toContain('text/html');
    expect(page.textOf('h1')).toBe('Noget gik galt hos os');
    expect(page.text).not.toMatch(/Dynamo|Error|table|stack/i);
    await expect.poll(async () => (await visitor.open('/shop/shop/da')).status).toBe(200);
  });

  test('a form that ordered before does not claim that nothing was ordered', async () => {
    const visitor = someone();
    const summary = await reviewed(visitor);
    const { location } = await press(visitor, summary);
    await stack.fault('table', 'unavailable', 40);
    const failed = await press(visitor, summary);
    expect([failed.status, failed.textOf('h1')]).toEqual([503, 'Something went wrong on our side']);
    expect(failed.textOf('.trouble')).toContain('You order only once, even if you send a form twice.');
    await expect.poll(async () => (await press(visitor, summary)).location).toBe(location);
  });
});
