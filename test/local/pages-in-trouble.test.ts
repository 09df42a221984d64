import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cardForm, ruleSeed } from '../support/seed.ts';
import { giftCard, Shop, type OrderBody } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let shop: Shop;
let paid: OrderBody;
let unpaid: string;
let mail: string;
beforeAll(async () => {
  stack = await startStack({ seed: ruleSeed });
  shop = new Shop(stack);
  const order = await shop.order(giftCard());
  await shop.pay((await shop.session(order.body.id)).body.url);
  await stack.idle();
  paid = await shop.read(order.body.id);
  mail = (await stack.mail('bo@example.com'))[0]?.html ?? '';
  const open = await shop.order(giftCard());
  unpaid = new URL((await shop.session(open.body.id)).body.url).pathname;
});
afterAll(() => stack.stop());
afterEach(() => stack.call('DELETE', '/_local/faults'));

/** Makes more table calls fail than any page makes, including the SDK's retries. */
const tableFails = () => stack.post('/_local/faults', { body: { target: 'table', mode: 'unavailable', count: 200 } });

const linkIn = (html: string, beginning: string): string => {
  const found = new RegExp(`https?://[^"<\\s]*(${beginning}[^"<\\s]*)`).exec(html)?.[1];
  if (found === undefined) throw new Error(`The mail has no link to ${beginning}`);
  return found;
};

const GERMAN = { Accept: 'text/html,*/*;q=0.8', 'Accept-Language': 'de-AT,en;q=0.5' };
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

describe('a page during an outage of the table', () => {
  it.each([
    ['the payment', 'GET', () => unpaid],
    ['a payment that was just sent', 'POST', () => unpaid],
    ['a code', 'GET', () => '/c/shop/ANY-CODE'],
    ['a document', 'GET', () => linkIn(mail, '/documents/')],
  ])('reports an error in the language of the reader, with a link back (%s)', async (_, method, address) => {
    const path = address();
    await tableFails();
    const body = method === 'POST' ? { body: cardForm('paid') } : {};
    const page = await stack.call<string>(method, path, { headers: { ...GERMAN, ...FORM }, ...body });
    expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-language')).toBe('de');
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(page.body).toContain('Zurzeit nicht verfügbar');
    expect(page.body).toContain(`href="${path}"`);
    const answer = await stack.call<{ error: { code: string } }>(method, path, { headers: FORM, ...body });
    expect([answer.status, answer.body.error.code]).toEqual([503, 'service_unavailable']);
  });

  it('is served again after the outage', async () => {
    expect(await stack.get(unpaid, { headers: GERMAN })).toMatchObject({ status: 200 });
  });
});

it('returns Retry-After to frequent callers', async () => {
  const calendar = () => stack.get<string>('/c/shop/NO-SUCH-CODE/event.ics', { headers: GERMAN });
  let page = await calendar();
  for (let at = 0; at < 40 && page.status !== 429; at++) page = await calendar();
  expect([page.status, page.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
  const minutes = Math.ceil(Number(page.headers.get('retry-after')) / 60);
  expect(page.body).toContain(minutes === 1 ? 'in einer Minute' : `in ${minutes} Minuten`);
});

describe('a link to a document', () => {
  it('reports that it is no longer valid when the order was refunded', async () => {
    const link = linkIn(mail, '/documents/');
    expect((await stack.get(link, { headers: GERMAN })).status).toBe(200);
    await stack.post(`/v2/orders/${paid.id}/refund`, { key: shop.key, idempotencyKey: true });
    await stack.idle();
    const page = await stack.get<string>(link, { headers: GERMAN });
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.body).toContain('Diese Seite ist nicht mehr verfügbar');
    expect(page.body).not.toContain('class="button');
  });
});
