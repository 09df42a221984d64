import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_KEY, ruleSeed } from '../support/seed.ts';
import { experience, giftCard, Shop, ticket } from '../support/shop.ts';
import { startStack, type MailMessage, type RunningStack } from '../support/stack.ts';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const [shopSeed, ...others] = ruleSeed.companies;
const seed = { ...ruleSeed, companies: [{ ...shopSeed, order_page: { values: { open: true } } }, ...others] };

let stack: RunningStack;
let shop: Shop;
const mails = new Map<string, MailMessage>();

const to = (name: string) => ({
  sender: { name: 'Anna', email: `${name}-buyer@example.com` },
  recipient: { name: 'Bo', email: `${name}-gift@example.com` },
  locale: 'en',
});
/** Stores the emails to an address, oldest first, each under one of the names. */
const keep = async (email: string, ...names: string[]): Promise<void> => {
  const all = await stack.mail(email);
  expect(all, email).toHaveLength(names.length);
  for (const [at, name] of names.entries()) mails.set(name, all[at]!);
};
const codesOf = async (orderId: string): Promise<string[]> => {
  const { body } = await stack.get<{ data: { code: string }[] }>(`/v2/items?order_id=${orderId}`, { key: API_KEY });
  return body.data.map(({ code }) => code);
};
const issue = (piece: number, receiver_email: string) =>
  stack.post('/v2/items', { key: API_KEY, body: { amount: 100, piece, receiver_name: 'Dan', receiver_email } });

beforeAll(async () => {
  stack = await startStack({ seed });
  shop = new Shop(stack);
  const gift = to('gift');
  const order = await shop.sell([...experience(1, 2), ...experience(2)], gift);
  await shop.refund(order.id, { amount: 5000 });
  const own = to('own');
  await shop.sell([ticket(1, 1, 2)], { ...own, delivery: { method: 'sender_email' } });
  const later = to('later');
  const sendAt = new Date((await stack.nowMs()) + 10 * HOUR_SECONDS * 1000).toISOString();
  const waiting = await shop.sell(giftCard(), { ...later, delivery: { method: 'recipient_email', send_at: sendAt } });
  const moved = { send_at: new Date((await stack.nowMs()) + 5 * HOUR_SECONDS * 1000).toISOString() };
  await stack.post(`/v2/orders/${waiting.id}/delivery`, { key: API_KEY, idempotencyKey: true, body: moved });
  const returned = to('returned');
  const { body: open } = await shop.order(giftCard(), returned);
  await shop.pay((await shop.session(open.id)).body.url, 'short');
  const [code] = await codesOf(order.id);
  await stack.post(`/v2/items/${code}/resend`, { key: API_KEY, body: { email: 'resent@example.com' } });
  await issue(1, 'one@example.com');
  await issue(3, 'three@example.com');
  await issue(21, 'many@example.com');
  await stack.idle();
  await stack.control('POST', '/bounce', { to: gift.recipient.email });
  await stack.advance(6 * HOUR_SECONDS);
  await stack.idle();
  await keep(gift.recipient.email, 'gift');
  await keep(gift.sender.email, 'confirmation', 'refund', 'bounce');
  await keep(own.sender.email, 'own');
  await keep(later.sender.email, 'receipt', 'moved', 'sent');
  await keep(returned.sender.email, 'returned');
  await keep('resent@example.com', 'resend');
  await keep('one@example.com', 'direct issue of one');
  await keep('three@example.com', 'direct issue of three');
  await keep('many@example.com', 'direct issue of many');
  const { body: item } = await stack.get<{ validity: string }>(`/v2/items/${code}`, { key: API_KEY });
  const endsAtMs = Date.parse(`${item.validity.replace(' ', 'T')}Z`);
  await stack.moveTo(new Date(endsAtMs - 60 * DAY_SECONDS * 1000).toISOString());
  await stack.idle();
  await keep(gift.recipient.email, 'gift', 'reminder');
}, 120_000);
afterAll(() => stack.stop());

/** Everything that an email client would show as a link, in the text, the HTML and the headers. */
const linksOf = ({ text, html, list_unsubscribe: head }: MailMessage): string[] => {
  const shown = (html ?? '').matchAll(/href="([^"]+)"/g);
  const written = [text ?? '', head ?? ''].flatMap((each) => each.match(/https?:\/\/[^\s<>"]+/g) ?? []);
  return [...new Set([...Array.from(shown, ([, url = '']) => url.replaceAll('&amp;', '&')), ...written])];
};

const DOCUMENT = /\/documents\//;
const typeOf = (link: string): string => (DOCUMENT.test(link) ? 'application/pdf' : 'text/html');

describe('every link of an email leads to its named target', () => {
  it.each([
    ['gift', 2],
    ['confirmation', 2],
    ['own', 1],
    ['receipt', 0],
    ['sent', 1],
    ['refund', 0],
    ['moved', 0],
    ['returned', 0],
    ['bounce', 2],
    ['resend', 1],
    ['direct issue of one', 1],
    ['direct issue of three', 3],
    ['direct issue of many', 20],
    ['reminder', 3],
  ] as const)('%s', async (name, documents) => {
    const links = linksOf(mails.get(name)!);
    expect(links.filter((link) => DOCUMENT.test(link))).toHaveLength(documents);
    expect(links.length).toBeGreaterThan(0);
    const results = await Promise.all(
      links.map(async (link) => {
        const { status, headers } = await stack.get(link);
        return [link, status, headers.get('content-type')?.split(';')[0]];
      }),
    );
    expect(results).toEqual(links.map((link) => [link, 200, typeOf(link)]));
  });
});
