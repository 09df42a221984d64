import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ALWAYS_KEY,
  itemSeed,
  LENIENT_KEY,
  NO_SETTLE_KEY,
  READ_KEY,
  Till,
  TILL_KEY,
  UNCONTRACTED_KEY,
} from '../support/item-shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';
import { localDate } from '../../functions/platform/zones.ts';

let stack: RunningStack;
let till: Till;
beforeAll(async () => {
  stack = await startStack({ seed: itemSeed });
  till = new Till(stack);
});
afterAll(() => stack.stop());

const capture = (orderId: string, key = till.key) => stack.post(`/v2/orders/${orderId}/capture`, { key });

describe('direct issuance', () => {
  test('issues one card for each piece, each with the amount', async () => {
    const { status, body, headers } = await till.issue({ amount: 250.5, piece: 3, receiver_name: 'Rita' });
    expect(status).toBe(201);
    expect(headers.get('x-request-guid')).toBeTruthy();
    expect(body.itemsCount).toBe(3);
    expect(new Set(body.items.map(({ code }) => code)).size).toBe(3);
    expect(body.items[0]).toMatchObject({
      order_id: body.order_id,
      item_type_identification: 'Gift Card',
      amount: 250.5,
      remaining_amount: 250.5,
      currency: 'DKK',
      status: 6,
      status_name: 'Paid',
      reciever_name: 'Rita',
      reciever_email: null,
    });
  });

  test('sender name and email address default to those of the company', async () => {
    const code = await till.card(100);
    expect(await till.item(code)).toMatchObject({ sender_name: 'Till desk', sender_email: 'no-reply@till.example' });
  });

  test('validity defaults to the number of months set by the company, and lasts until the end of a day', async () => {
    const { body } = await till.issue({ amount: 100 });
    const now = new Date(await stack.nowMs());
    expect(body.items[0]?.validity).toMatch(new RegExp(`^${now.getUTCFullYear() + 1}-\\d\\d-\\d\\d 23:59:59$`));
    const named = await till.issue({ amount: 100, validity: '2031-02-28' });
    expect(named.body.items[0]?.validity).toBe('2031-02-28 23:59:59');
  });

  test('a promotion that adds value raises the value of a card', async () => {
    const { body } = await till.issue({ amount: 500, promotion_id: 1 });
    expect(body.items[0]).toMatchObject({ amount: 600, item_type_identification: 'Gift Card With Added Value' });
  });

  test('a promotion that lowers the price keeps the value', async () => {
    const { body } = await till.issue({ amount: 500, promotion_id: 5 });
    expect(body.items[0]).toMatchObject({ amount: 500, item_type_identification: 'Discounted Gift Card' });
  });

  test.each([
    ['an amount below the company’s range', { amount: 0.5 }, 'amount'],
    ['an amount above the company’s range', { amount: 5000.01 }, 'amount'],
    ['an amount outside the promotion’s range', { amount: 499.99, promotion_id: 1 }, 'amount'],
    ['a closed promotion', { amount: 500, promotion_id: 4 }, 'promotion_id'],
    ['a promotion that does not exist', { amount: 500, promotion_id: 99 }, 'promotion_id'],
    ['no amount', {}, 'amount'],
    ['an amount of zero', { amount: 0 }, 'amount'],
    ['three decimals', { amount: 100.001 }, 'amount'],
    ['no pieces', { amount: 100, piece: 0 }, 'piece'],
    ['a date that does not exist', { amount: 100, validity: '2031-02-30' }, 'validity'],
    ['a date in the past', { amount: 100, validity: '2020-01-01' }, 'validity'],
    ['an unknown field', { amount: 100, price: 1 }, 'price'],
    ['an invalid e-mail', { amount: 100, receiver_email: 'rita' }, 'receiver_email'],
  ])('%s is rejected with a fault on its field', async (_case, body, field) => {
    const refused = await till.issue(body);
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.error.fields ?? {})).toContain(field);
  });

  test('requires both scopes and the contract', async () => {
    const refusals = await Promise.all(
      [READ_KEY, NO_SETTLE_KEY, UNCONTRACTED_KEY].map((key) => new Till(stack, key).issue({ amount: 100 })),
    );
    expect(refusals.map(({ status }) => status)).toEqual([403, 403, 403]);
    const [, second, third] = refusals;
    expect(second?.body.error.message).toContain('orders:settle');
    expect(third?.body.error.code).toBe('settlement_not_enabled');
  });

  test('the ledger names the key that issued an item', async () => {
    const code = await till.card(100);
    const { data } = await till.history(code);
    expect(data[0]).toMatchObject({ kind: 'issue', amount: 100, by: { key_id: '1'.repeat(32), company: 'till' } });
  });
});

describe('a card that is valid until the last day of the calendar', () => {
  test.each([
    ['no time', TILL_KEY],
    ['a month', LENIENT_KEY],
    ['an unlimited time', ALWAYS_KEY],
  ])('is read, listed and claimed if the company accepts expired cards for %s', async (_terms, key) => {
    const shopTill = new Till(stack, key);
    const { body } = await shopTill.issue({ amount: 100, piece: 2, validity: '9999-12-31' });
    const code = body.items[0]?.code ?? '';
    expect(await shopTill.item(code)).toMatchObject({ validity: '9999-12-31 23:59:59', available_group_claim: true });
    const listed = await stack.get<{ data: object[] }>('/v2/items', { key, query: { order_id: body.order_id } });
    expect([listed.status, listed.body.data.length]).toEqual([200, 2]);
    expect((await shopTill.claim(code)).status).toBe(200);
  });
});

describe('many cards', () => {
  test('are issued immediately, and the whole response is replayed', async () => {
    const guid = { 'X-Request-Guid': 'thousand' };
    const first = await till.issue({ amount: 10, piece: 400 }, guid);
    const again = await till.issue({ amount: 10, piece: 400 }, guid);
    expect(first.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect((await till.issue({ amount: 10, piece: 1001 })).status).toBe(422);
  });
});

describe('request guids', () => {
  test('a repeated guid replays the response and changes nothing', async () => {
    const code = await till.card(100);
    const first = await till.claim(code, { type: 'amount', amount: 10 });
    const guid = first.headers.get('x-request-guid') ?? '';
    const again = await till.claim(code, { type: 'amount', amount: 10 }, { 'X-Request-Guid': guid });
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('x-request-guid')).toBe(guid);
    expect((await till.item(code)).remaining_amount).toBe(90);
  });

  test('a request without a guid is executed', async () => {
    const code = await till.card(100);
    await till.claim(code, { type: 'amount', amount: 10 });
    await till.claim(code, { type: 'amount', amount: 10 });
    expect((await till.item(code)).remaining_amount).toBe(80);
  });

  test('other input under the guid is a conflict', async () => {
    const guid = { 'X-Request-Guid': 'mine' };
    const code = await till.card(100);
    expect((await till.claim(code, { type: 'amount', amount: 10 }, guid)).status).toBe(200);
    const other = await till.claim(code, { type: 'amount', amount: 11 }, guid);
    expect(other.status).toBe(409);
    expect(other.body.error.code).toBe('idempotency_conflict');
  });

  test('concurrent requests with one guid are executed once', async () => {
    const code = await till.card(100);
    const claims = await Promise.all(
      [1, 2, 3, 4].map(() => till.claim(code, { type: 'amount', amount: 10 }, { 'X-Request-Guid': 'twice' })),
    );
    expect(new Set(claims.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await till.item(code)).remaining_amount).toBe(90);
  });

  test('a rejected request records nothing', async () => {
    const guid = { 'X-Request-Guid': 'retry' };
    const code = await till.card(100);
    expect((await till.claim(code, { type: 'amount', amount: 200 }, guid)).status).toBe(422);
    expect((await till.claim(code, { type: 'amount', amount: 20 }, guid)).status).toBe(200);
  });

  test('a guid is unknown to another company', async () => {
    const other = new Till(stack, LENIENT_KEY);
    const mine = await till.issue({ amount: 100 }, { 'X-Request-Guid': 'shared' });
    const theirs = await other.issue({ amount: 100 }, { 'X-Request-Guid': 'shared' });
    expect(theirs.status).toBe(201);
    expect(theirs.body.order_id).not.toBe(mine.body.order_id);
  });
});

describe('dormant campaign codes', () => {
  test('a code with a fixed value is activated once', async () => {
    expect((await till.read('FIXED-0001')).status).toBe(404);
    const first = await till.do('FIXED-0001', 'activate');
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ amount: 250 });
    expect(first.body['validity']).toMatch(/^\d{4}-\d\d-\d\d 23:59:59$/);
    expect(await till.item('fixed-0001')).toMatchObject({ status: 6, remaining_amount: 250 });
    expect((await till.do('FIXED-0001', 'activate')).status).toBe(422);
  });

  test('a code without a fixed value requires an amount in the range of its campaign', async () => {
    expect((await till.do('OPEN-0001', 'activate')).status).toBe(422);
    expect((await till.do('OPEN-0001', 'activate', { amount: 99.99 })).status).toBe(422);
    expect((await till.do('OPEN-0001', 'activate', { amount: 300 })).body).toMatchObject({ amount: 300 });
  });

  test('a claim activates and redeems in one call', async () => {
    const { status, body } = await till.claim('FIXED-0002', { type: 'amount', amount: 50 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ partly_claimed: true, remaining_value: 200, claimed_amount: 50 });
    const { data } = await till.history('FIXED-0002');
    expect(data.map(({ kind }) => kind)).toEqual(['issue', 'activate', 'claim']);
    expect((await till.claim('OPEN-0002')).status).toBe(422);
  });

  test('many concurrent activations and claims activate the code once', async () => {
    const activations = await Promise.all([1, 2, 3, 4].map(() => till.do('FIXED-0003', 'activate')));
    expect(activations.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422]);
    const claims = await Promise.all([1, 2, 3, 4].map(() => till.claim('FIXED-0004')));
    expect(claims.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422]);
  });

  test('codes of closed campaigns and active cards are not activated, and unknown codes return 404', async () => {
    expect((await till.do('CLOSED-0001', 'activate')).status).toBe(422);
    expect((await till.do(await till.card(100), 'activate')).status).toBe(422);
    expect((await till.do('FIXED-9999', 'activate')).status).toBe(404);
    expect((await new Till(stack, LENIENT_KEY).do('FIXED-0005', 'activate')).status).toBe(404);
  });
});

describe('vendor codes', () => {
  test('a code of the vendor is claimed there and imported with its remaining value', async () => {
    const { status, body } = await till.claim('VX-SPA-25000', { type: 'amount', amount: 100 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ partly_claimed: true, remaining_value: 150 });
    expect(await till.item('VX-SPA-25000')).toMatchObject({ status: 6, remaining_amount: 150, amount: 250 });
    expect((await till.claim('VX-SPA-25000')).body).toMatchObject({ remaining_value: 0 });
  });

  test('a claim above the value of the card is rejected before the vendor is called', async () => {
    expect((await till.claim('VX-LOW-5000', { type: 'amount', amount: 50.01 })).status).toBe(422);
    expect((await till.read('VX-LOW-5000')).status).toBe(404);
    expect((await till.claim('VX-LOW-5000')).status).toBe(200);
  });

  test('a code used elsewhere returns 422, and a code unknown to the vendor returns 404', async () => {
    expect((await till.claim('VX-1-USED')).status).toBe(422);
    expect((await till.claim('VX-1-NONE')).status).toBe(404);
  });

  test('a code in another currency returns 422 and is not imported', async () => {
    expect((await till.claim('VX-SPA-EUR-25000')).status).toBe(422);
    expect((await till.read('VX-SPA-EUR-25000')).status).toBe(404);
    expect((await till.claim('VX-SPA-DKK-25000')).body).toMatchObject({ remaining_value: 0 });
  });

  test('the response is 503 while the vendor is unavailable, and nothing is lost', async () => {
    for (const mode of ['unavailable', 'timeout', 'throttle', 'after-commit']) {
      await stack.fault('vendor', mode);
      const away = await till.claim(`VX-${mode}-8000`);
      expect(away.status).toBe(503);
      expect(away.body.error.code).toBe('vendor_unavailable');
      expect(away.headers.get('retry-after')).toBeTruthy();
      expect((await till.claim(`VX-${mode}-8000`)).status).toBe(200);
    }
  });

  test("a claim that crashed after the vendor's confirmation is resumed", async () => {
    await stack.crash('claim-item', 'before-commit');
    expect((await till.claim('VX-CRASH-7000')).status).toBe(502);
    expect((await till.claim('VX-CRASH-7000')).body).toMatchObject({ remaining_value: 0 });
  });

  test('one of many concurrent claims succeeds', async () => {
    const claims = await Promise.all([1, 2, 3, 4].map(() => till.claim('VX-RACE-7000')));
    expect(claims.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422]);
  });
});

describe('reading', () => {
  test('a code of another company and an unknown code get the same response', async () => {
    const code = await till.card(100);
    const other = new Till(stack, LENIENT_KEY);
    const foreign = await other.read(code);
    const missing = await other.read('0000-0000-0000-0000-0000');
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(missing.body);
    expect((await other.claim(code)).status).toBe(404);
  });

  test('a read writes nothing except for authentication', async () => {
    const code = await till.card(100);
    await stack.resetUsage();
    await till.read(code);
    const usage = await stack.usage();
    expect(usage['read-item']?.sequential).toBeLessThanOrEqual(2);
    expect(usage['read-item']?.wcu).toBeLessThanOrEqual(1);
  });

  test('the history shows the balance at a given time', async () => {
    const code = await till.card(100);
    const before = new Date(await stack.nowMs()).toISOString();
    await stack.advance(60);
    await till.claim(code, { type: 'amount', amount: 25, claim_note: 'lunch' });
    const now = await till.history(code);
    expect(now.data.map(({ kind, amount, remaining_amount }) => [kind, amount, remaining_amount])).toEqual([
      ['issue', 100, 100],
      ['claim', -25, 75],
    ]);
    expect(now.data[1]).toMatchObject({ note: 'lunch', previous_hash: now.data[0]?.hash });
    expect(now.balance).toMatchObject({ remaining_amount: 75 });
    const then = await till.history(code, { as_of: before });
    expect(then.data).toHaveLength(1);
    expect(then.balance).toMatchObject({ remaining_amount: 100 });
    expect((await till.history(code, { as_of: '2020-01-01T00:00:00Z' })).balance).toBeNull();
    const today = localDate(await stack.nowMs(), 'Europe/Copenhagen');
    expect((await till.history(code, { as_of: today })).balance).toMatchObject({ remaining_amount: 75 });
    for (const as_of of ['soon', '2026-02-30T00:00:00Z', '2026-01-01T25:00:00Z', '2026-01-01T10:00:00']) {
      const refused = await stack.get(`/v2/items/${code}/history`, { key: till.key, query: { as_of } });
      expect(refused.status).toBe(422);
    }
    const paged = await till.history(code, { limit: '1' });
    const reply = await till.history(code, { limit: '1', starting_after: paged.next_cursor ?? '' });
    expect([paged.has_more, reply.has_more]).toEqual([true, false]);
    expect(reply.data[0]).toMatchObject({ kind: 'claim' });
  });
});

describe('promotions', () => {
  const promotions = (query: Record<string, string> = {}) =>
    stack.get<{ data: { id: number; name: string }[]; has_more: boolean; next_cursor: string | null }>(
      '/v2/promotions',
      { key: READ_KEY, query },
    );

  test('all open campaigns are listed by name, in decimals and percent', async () => {
    const { body } = await promotions();
    expect(body.data.map(({ name }) => name)).toEqual(['Added', 'Fixed codes', 'Open codes', 'Reduced']);
    expect(body.data[0]).toEqual({
      id: 1,
      name: 'Added',
      modification: 'added-value',
      amount_from: 500,
      amount_to: 2000,
      reduced_price: null,
      added_value: 20,
    });
    expect(body).toMatchObject({ has_more: false, next_cursor: null });
  });

  test('pages contain each campaign once', async () => {
    const first = await promotions({ limit: '3' });
    const second = await promotions({ limit: '3', starting_after: first.body.next_cursor ?? '' });
    expect([...first.body.data, ...second.body.data].map(({ id }) => id)).toEqual([1, 2, 3, 5]);
    expect((await promotions({ starting_after: 'invented' })).status).toBe(422);
  });
});

describe('delivery', () => {
  test('a receiver with an email address gets the cards after payment', async () => {
    const email = 'rita@mail.example';
    const { body } = await till.issue({ amount: 100, piece: 2, receiver_email: email, capture: false });
    await stack.idle();
    expect(await stack.mail(email)).toHaveLength(0);
    await capture(body.order_id);
    await stack.idle();
    const [mail, ...more] = await stack.mail(email);
    expect(more).toHaveLength(0);
    expect(mail?.attachments.map(({ mime }) => mime)).toEqual(['application/pdf']);
  });

  test('nothing is sent to the no-reply address', async () => {
    const email = 'no-reply@till.example';
    await till.issue({ amount: 100, receiver_email: email });
    await till.issue({ amount: 100 });
    await stack.idle();
    expect(await stack.mail(email)).toHaveLength(0);
  });

  test('an item is resent to the given email address for each request', async () => {
    const code = await till.card(100);
    const email = 'lost@mail.example';
    const first = await till.do(code, 'resend', { email });
    expect(first.status).toBe(200);
    await till.do(code, 'resend', { email }, { 'X-Request-Guid': first.headers.get('x-request-guid') ?? '' });
    await stack.idle();
    expect(await stack.mail(email)).toHaveLength(1);
    await till.do(code, 'resend', { email });
    const { data, actions } = await till.history(code);
    expect(data.map(({ kind }) => kind)).toEqual(['issue']);
    expect(actions.map((each) => [each.action, each.email, each.by.key_id])).toEqual([
      ['resend', email, '1'.repeat(32)],
      ['resend', email, '1'.repeat(32)],
    ]);
    expect(actions[0]?.request_guid).toBe(first.headers.get('x-request-guid'));
    await stack.idle();
    expect(await stack.mail(email)).toHaveLength(2);
  });

  test('an invalid email address, a cancelled item and an unknown code are rejected', async () => {
    const code = await till.card(100);
    expect((await till.do(code, 'resend', { email: 'nobody' })).status).toBe(422);
    expect((await till.do(code, 'resend')).status).toBe(422);
    expect((await till.do('NO-SUCH-CODE', 'resend', { email: 'a@mail.example' })).status).toBe(404);
    await till.do(code, 'cancel');
    expect((await till.do(code, 'resend', { email: 'a@mail.example' })).status).toBe(422);
  });

  test('the claim URL shows the code to its holder without a key, in the language of the browser', async () => {
    const code = await till.card(100);
    const { claim_url } = (await till.item(code)) as unknown as { claim_url: string };
    const page = await stack.get(claim_url, { headers: { 'Accept-Language': 'da-DK,da;q=0.9' } });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.bytes.toString()).toContain(code);
    expect(page.bytes.toString()).toContain('lang="da"');
  });

  test('the short document URL prints the item without a key', async () => {
    const { body } = await till.issue({ amount: 100 });
    const code = body.items[0]?.code ?? '';
    const { pdf_short_url } = (await till.item(code)) as unknown as { pdf_short_url: string };
    expect(body.items[0]?.['pdf_short_url']).toBe(pdf_short_url);
    const { status, headers } = await stack.get(pdf_short_url);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/pdf');
  });

  test('the short document URL cannot be guessed, and is invalid before payment and after the end', async () => {
    const { body } = await till.issue({ amount: 100, piece: 2 });
    const [one = '', two = ''] = body.items.map((item) => String(item['pdf_short_url']));
    const [payload = '', tag = ''] = [two.split('.').at(-2), one.split('.').at(-1)];
    for (const url of [`${payload}.${tag}`, one.slice(0, -1), `${one}x`, one.replace(/\.[^.]*$/, '')]) {
      expect((await stack.get(url)).status).toBe(404);
    }
    await till.do(body.items[0]?.code ?? '', 'cancel');
    expect((await stack.get(one)).status).toBe(404);
    const { body: waiting } = await till.issue({ amount: 100, capture: false });
    const link = String(waiting.items[0]?.['pdf_short_url']);
    expect((await stack.get(link)).status).toBe(404);
    await capture(waiting.order_id);
    expect((await stack.get(link)).status).toBe(200);
  });
});
