import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ops } from '../support/ops.ts';
import { API_KEY, ruleSeed } from '../support/seed.ts';
import { experience, giftCard, Shop } from '../support/shop.ts';
import { startStack, type MailMessage, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let shop: Shop;
beforeAll(async () => {
  stack = await startStack({ seed: ruleSeed });
  shop = new Shop(stack);
}, 60_000);
afterAll(() => stack.stop());

/** Two new people, who receive no email in other tests. */
let people = 0;
const pair = () => {
  people++;
  return {
    sender: { name: 'Anna', email: `anna${people}@example.com` },
    recipient: { name: 'Bo', email: `bo${people}@example.com` },
  };
};

const done = async (...args: string[]): Promise<string> => {
  const { status, stdout, stderr } = await ops(stack, ...args);
  expect(status, stderr).toBe(0);
  return stdout;
};

const attached = (mail: MailMessage | undefined): string[] =>
  (mail?.attachments ?? []).map(
    ({ mime, content_base64: content }) => `${mime} ${atob(content.slice(0, 8)).slice(0, 5)}`,
  );

const named = (mail: MailMessage | undefined): string[] => (mail?.attachments ?? []).map(({ filename }) => filename);

describe('email of a fulfilled order', () => {
  it('sends the recipient the documents, attached and linked, and the buyer a confirmation', async () => {
    const { sender, recipient } = pair();
    const order = await shop.sell(giftCard(), { sender, recipient, greeting: { message: 'Tillykke <3' } });
    const [gift, ...moreGifts] = await stack.mail(recipient.email);
    const [confirmation, ...moreConfirmations] = await stack.mail(sender.email);
    expect([...moreGifts, ...moreConfirmations]).toEqual([]);
    expect(attached(gift)).toEqual(['application/pdf %PDF-']);
    expect(gift?.text).toContain(`${stack.url}/documents/`);
    expect(gift?.html).toContain(`${stack.url}/documents/`);
    expect(gift?.html).toContain('Tillykke &lt;3');
    expect(gift?.from).toContain('Shop ApS');
    expect(gift?.text).not.toMatch(/510\skr/);
    expect(named(confirmation)).toEqual([`Kvittering ${order.reference}.pdf`]);
    expect(confirmation?.text).toContain(`${stack.url}/documents/`);
    expect(confirmation?.text).toContain(order.reference);
    expect(confirmation?.text).toMatch(/510\skr\./);
  });

  it('is sent only to the buyer if the buyer hands over the gift', async () => {
    const { sender, recipient } = pair();
    await shop.sell(giftCard(), { sender, recipient, delivery: { method: 'sender_email' } });
    expect(await stack.mail(recipient.email)).toEqual([]);
    const mails = await stack.mail(sender.email);
    expect(mails.map(attached)).toEqual([['application/pdf %PDF-', 'application/pdf %PDF-']]);
  });

  it('has a document for each line', async () => {
    const { sender, recipient } = pair();
    await shop.sell([...experience(1), ...experience(2)], { sender, recipient });
    const [gift] = await stack.mail(recipient.email);
    expect(attached(gift)).toHaveLength(2);
  });

  it('is in the language of the order if supported, otherwise in that of the company', async () => {
    const [german, other] = [pair(), pair()];
    await shop.sell(giftCard(), { ...german, locale: 'de-AT' });
    await shop.sell(giftCard(), { ...other, locale: 'fi' });
    expect((await stack.mail(german.recipient.email))[0]?.subject).toMatch(/^Ein Geschenk/);
    expect((await stack.mail(other.recipient.email))[0]?.subject).toMatch(/^En gave/);
  });

  it('is sent at the time of a scheduled delivery', async () => {
    const { sender, recipient } = pair();
    const sendAt = new Date((await stack.nowMs()) + 5 * 24 * 3600 * 1000).toISOString();
    await shop.sell(giftCard(), { sender, recipient, delivery: { method: 'recipient_email', send_at: sendAt } });
    expect(await stack.mail(recipient.email)).toEqual([]);
    await stack.advance(5 * 24 * 3600 + 60);
    await stack.idle();
    expect(await stack.mail(recipient.email)).toHaveLength(1);
  });
});

describe('an email is sent once', () => {
  const sellUnder = async (prepare: () => Promise<unknown>) => {
    const both = pair();
    await prepare();
    await shop.sell(giftCard(), { ...both, delivery: { method: 'sender_email' } });
    await stack.idle();
    return (await stack.mail(both.sender.email)).length;
  };

  it('after several rejections, and after a timeout, of the mail service', async () => {
    expect(await sellUnder(() => stack.fault('mail', 'unavailable', 3))).toBe(1);
    expect(await sellUnder(() => stack.fault('mail', 'throttle', 2))).toBe(1);
    expect(await sellUnder(() => stack.fault('mail', 'timeout', 1))).toBe(1);
  });

  it('when the response from the mail service is lost, and is shown to the operator as unconfirmed', async () => {
    expect(await sellUnder(() => stack.fault('mail', 'after-commit', 1))).toBe(1);
    const listed = await done('mails', '--company', 'shop');
    expect(listed).toContain('unconfirmed');
    const mailId = /po_[0-9a-f]{32}-own/.exec(listed)?.[0] ?? '';
    await done('mails', '--company', 'shop', '--again', mailId);
    await stack.idle();
    expect(await done('mails', '--company', 'shop')).not.toContain(mailId);
  });

  it.each(['before-commit', 'after-commit'])('when its worker crashes %s', async (at) => {
    const crash = () => stack.control('POST', '/crash', { function: 'send-mail', at, count: 1 });
    expect(await sellUnder(crash)).toBe(1);
  });

  it('when the object store is unavailable for a while: its order is fulfilled nevertheless', async () => {
    const { body: order } = await shop.order(giftCard(), pair());
    const { body: session } = await shop.session(order.id);
    await shop.pay(session.url);
    await stack.fault('objects', 'unavailable', 3);
    await stack.idle();
    expect((await shop.read(order.id)).status).toBe('fulfilled');
  });
});

describe('resending', () => {
  it('emails one item to an email address, once for each request', async () => {
    const order = await shop.sell(experience(1, 2), pair());
    const { body } = await stack.get<{ data: { code: string }[] }>(`/v2/items?order_id=${order.id}`, { key: API_KEY });
    const resend = () =>
      stack.post(`/v2/items/${body.data[0]?.code}/resend`, { key: API_KEY, body: { email: 'again@example.com' } });
    expect((await resend()).status).toBe(200);
    await stack.idle();
    const mails = await stack.mail('again@example.com');
    expect(mails.map(attached)).toEqual([['application/pdf %PDF-']]);
    await resend();
    await stack.idle();
    expect(await stack.mail('again@example.com')).toHaveLength(2);
  });

  it('is not needed for directly issued items, which are sent to their receiver', async () => {
    await stack.post('/v2/items', {
      key: API_KEY,
      body: { amount: 100, piece: 3, receiver_name: 'Dan', receiver_email: 'dan@example.com' },
    });
    await stack.idle();
    const mails = await stack.mail('dan@example.com');
    expect(mails.map(attached)).toEqual([['application/pdf %PDF-']]);
  });
});

describe('a postal order', () => {
  const address = { kind: 'private', name: 'Bo', street: 'Vej 2', postcode: '8000', city: 'Aarhus', country: 'DK' };
  const toPost = async (): Promise<{ id: string; lines: string[]; codes: string[]; line: () => Promise<string> }> => {
    const order = await shop.sell([...experience(1, 2), ...experience(2)], {
      ...pair(),
      delivery: { method: 'postal', shipping_priority: 'spri_2', address },
    });
    const { body } = await stack.get<{ data: { code: string }[] }>(`/v2/items?order_id=${order.id}`, { key: API_KEY });
    return {
      id: order.id,
      lines: order.line_items.map(({ id }) => id),
      codes: body.data.map(({ code }) => code),
      line: async () =>
        (await done('shipments', '--company', 'shop')).split('\n').find((line) => line.includes(order.reference)) ?? '',
    };
  };

  it('is posted without withdrawn or cancelled cards, and is not posted if no card is left', async () => {
    const { id, lines, codes, line } = await toPost();
    expect(await line()).toContain(' | 3 cards | ');
    await stack.post(`/v2/items/${codes[0]}/cancel`, { key: API_KEY });
    expect((await shop.refund(id, { items: [codes[2]] })).status).toBe(200);
    expect(await line()).toContain(` | 1 card | `);
    expect(await line()).toContain(`${lines[0]}.pdf`);
    expect(await line()).not.toContain(`${lines[1]}.pdf`);
    expect((await shop.refund(id, { items: [codes[1]] })).status).toBe(200);
    expect(await line()).toBe('');
  });

  it('that was refunded is not posted when the refund fails later', async () => {
    const { id, line } = await toPost();
    expect((await shop.refund(id)).status).toBe(200);
    await stack.control('POST', '/gateway', { order_id: id, event: 'refund_failed' });
    await stack.idle();
    expect((await shop.read(id)).payment.status).toBe('captured');
    expect(await line()).toBe('');
  });

  it('sends the buyer a confirmation and the print house a shipment', async () => {
    const { sender, recipient } = pair();
    const order = await shop.sell(experience(1, 2), {
      sender,
      recipient,
      delivery: {
        method: 'postal',
        shipping_priority: 'spri_2',
        address: { kind: 'private', name: 'Bo', street: 'Gade 1', postcode: '8000', city: 'Aarhus', country: 'DK' },
      },
    });
    expect(await stack.mail(recipient.email)).toEqual([]);
    const [confirmation, ...more] = await stack.mail(sender.email);
    expect(more).toEqual([]);
    expect(named(confirmation)).toEqual([`Kvittering ${order.reference}.pdf`]);
    expect(confirmation?.text).toContain('Gade 1');
    expect(confirmation?.text).not.toContain('/documents/');
    const lines = (await done('shipments', '--company', 'shop', '--json')).trim().split('\n');
    const shipments = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(shipments).toEqual([
      expect.objectContaining({
        orderId: order.id,
        cards: 2,
        priority: { id: 'spri_2', label: 'Express' },
        documents: [`orders/shop/${order.id}/${order.line_items[0]?.id}.pdf`],
      }),
    ]);
    expect(await done('shipments', '--company', 'shop')).toContain('Gade 1, 8000 Aarhus, DK');
    expect((await shop.refund(order.id)).status).toBe(200);
    expect(await done('shipments', '--company', 'shop', '--json')).toBe('');
  });
});
