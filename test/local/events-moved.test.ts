import { afterAll, beforeAll, expect, test } from 'vitest';
import { pointAt } from '../../lib/ops/target.ts';
import { importOperatorFile } from '../support/ops.ts';
import { textOfPages } from '../support/read-pdf.ts';
import { Shop, ticket } from '../support/shop.ts';
import { SHOP_KEY, shopSeed } from '../support/shop-seed.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

const DAY_MS = 24 * 3600_000;
const begunMs = Date.now();
const at = (days: number): string => new Date(begunMs + days * DAY_MS).toISOString();
const events = (startsInDays: number | null, venue?: { name: string; address: string; postcode: string }) => [
  {
    company: 'shop',
    id: 60,
    slug: 'gala',
    name: 'Gala',
    starts_at: startsInDays === null ? null : at(startsInDays),
    ...(venue ? { venue } : {}),
    options: [{ id: 60, name: 'Seat', amount: 20_000 }],
  },
];

let stack: RunningStack;
let shop: Shop;
beforeAll(async () => {
  stack = await startStack({ seed: { ...shopSeed, events: [...shopSeed.events, ...events(60)] } });
  await pointAt({ url: stack.url });
  shop = new Shop(stack, SHOP_KEY);
}, 60_000);
afterAll(() => stack.stop());

/** Reschedules the event, and waits until both passes have updated its tickets. */
const move = async (startsInDays: number | null): Promise<void> => {
  await importOperatorFile(stack, { events: events(startsInDays) });
  await stack.advance(5 * 60);
  await stack.idle();
  await stack.advance(20 * 60);
  await stack.idle();
};

const ticketOf = async (orderId: string) => {
  const { body } = await stack.get<{ data: Record<string, unknown>[] }>(`/v2/items?order_id=${orderId}`, {
    key: SHOP_KEY,
  });
  return body.data[0];
};

test('a ticket of an event with a wrong past date becomes valid again when the date is corrected', async () => {
  const { id } = await shop.sell([ticket(60, 60)]);
  const before = await ticketOf(id);
  expect(before).toMatchObject({ status_name: 'Paid', available_claim: true });
  await move(60 - 365);
  expect(await ticketOf(id)).toMatchObject({ status_name: 'Expired', available_claim: false });
  await move(60);
  expect(await ticketOf(id)).toEqual(before);
});

test('a gift sent early because of its event is sent on the selected day when the event is moved back', async () => {
  const send_at = at(50);
  const sender = { name: 'Anna', email: 'moved@example.com' };
  const delivery = { method: 'recipient_email', send_at };
  const { id } = await shop.sell([ticket(60, 60)], { sender, delivery });
  await move(30);
  expect((await shop.read(id)).delivery).toMatchObject({
    send_at: at(29).replace(/\.\d{3}Z$/, '+00:00'),
  });
  await move(60);
  expect((await shop.read(id)).delivery).toMatchObject({ send_at });
  const [, ...notices] = await stack.mail(sender.email);
  expect(notices.map(({ subject }) => subject)).toEqual([notices[0]?.subject, notices[0]?.subject]);
});

/** The date on the page of a code, and the response of its calendar file. */
const holderOf = async (claimUrl: string): Promise<{ when: string | undefined; links: string[]; calendar: number }> => {
  const headers = { 'Accept-Language': 'en' };
  const page = await fetch(claimUrl, { headers }).then((answer) => answer.text());
  const { status } = await fetch(`${claimUrl}/event.ics`, { headers });
  return {
    when: /<dt>When<\/dt>\s*<dd>([^<]*)<\/dd>/.exec(page)?.[1],
    links: [...page.matchAll(/<a class="button[^"]*"[^>]*>([^<]*)<\/a>/g)].map(([, text]) => text ?? ''),
    calendar: status,
  };
};

test('the page of a ticket announces a later date while its event has no date', async () => {
  const { id } = await shop.sell([ticket(60, 60)]);
  const code = String((await ticketOf(id))?.['code']);
  const claimUrl = (await stack.get<{ claim_url: string }>(`/v2/items/${code}`, { key: SHOP_KEY })).body.claim_url;
  const before = await holderOf(claimUrl);
  expect(before).toMatchObject({ links: ['Open as PDF', 'Add to calendar'], calendar: 200 });
  await move(null);
  expect(await holderOf(claimUrl)).toEqual({
    when: 'The new date will be announced',
    links: ['Open as PDF'],
    calendar: 404,
  });
  await move(60);
  expect(await holderOf(claimUrl)).toEqual(before);
});

test('a ticket has the new venue of its event on its page, in its calendar file and in its document', async () => {
  const { id } = await shop.sell([ticket(60, 60)]);
  const code = String((await ticketOf(id))?.['code']);
  const claimUrl = (await stack.get<{ claim_url: string }>(`/v2/items/${code}`, { key: SHOP_KEY })).body.claim_url;
  const before = await ticketOf(id);
  await importOperatorFile(stack, {
    events: events(60, { name: 'Store Sal', address: 'Havnegade 9', postcode: '8000' }),
  });
  await stack.advance(5 * 60);
  await stack.idle();
  const texts = await Promise.all([claimUrl, `${claimUrl}/event.ics`].map(async (url) => (await fetch(url)).text()));
  for (const text of texts) expect(text.replaceAll('\\,', ',')).toMatch(/Store Sal[\s\S]*Havnegade 9, 8000/);
  const { bytes } = await stack.get(`/v2/items/${code}/document.pdf`, { key: SHOP_KEY });
  expect((await textOfPages(bytes)).join()).toContain('Store Sal');
  expect(await ticketOf(id)).toEqual(before);
});
