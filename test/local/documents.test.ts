import { createHash } from 'node:crypto';
import { PDFDocument, PDFName, PDFNumber, type PDFDict } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jpeg, png } from '../support/pictures.ts';
import { API_KEY, FOREIGN_KEY, ruleSeed } from '../support/seed.ts';
import { experience, giftCard, offer, Shop, ticket, type ErrorBody, type OrderBody } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let shop: Shop;
beforeAll(async () => {
  stack = await startStack({ seed: ruleSeed });
  shop = new Shop(stack);
}, 60_000);
afterAll(() => stack.stop());

const read = <T = ErrorBody>(path: string, key = API_KEY) => stack.get<T>(path, { key });
const linePath = (order: OrderBody, index = 0): string =>
  `/v2/orders/${order.id}/lines/${order.line_items[index]?.id}/gift-card.pdf`;
const orderPath = (order: OrderBody): string => `/v2/orders/${order.id}/gift-card.pdf`;

const pagesOf = async (bytes: Buffer): Promise<number> => (await PDFDocument.load(bytes)).getPageCount();
/** Widths in pixels of the pictures in a document. */
const widthsOfPictures = async (bytes: Buffer): Promise<number[]> =>
  (await PDFDocument.load(bytes)).context.enumerateIndirectObjects().flatMap(([, object]) => {
    const { dict } = object as { dict?: PDFDict };
    const width = dict?.get(PDFName.of('Subtype')) === PDFName.of('Image') && dict.get(PDFName.of('Width'));
    return width instanceof PDFNumber ? [width.asNumber()] : [];
  });

const refusal = async (path: string, key = API_KEY): Promise<string> => {
  const { status, body } = await read(path, key);
  return `${status} ${body.error.code}`;
};

describe('documents of an order', () => {
  it.each([
    ['gift cards', giftCard(50000, 3), 3],
    ['experiences', experience(1, 2), 2],
    ['tickets', [ticket(1, 1, 2)], 2],
    ['grouped tickets', [ticket(4, 6, 4)], 1],
    ['special offers', offer(1, 1), 1],
  ])('of %s have a page for each item', async (_family, items, pages) => {
    const order = await shop.sell(items);
    expect(order.status).toBe('fulfilled');
    const answer = await read(order.line_items[0]?.pdf?.url ?? '');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(await pagesOf(answer.bytes)).toBe(pages);
    const whole = await read(order.gift_card_pdf?.url ?? '');
    expect(whole.bytes.equals(answer.bytes)).toBe(true);
  });

  it('do not exist before fulfillment', async () => {
    const { body: order } = await shop.order(giftCard());
    expect(await refusal(orderPath(order))).toBe('404 not_found');
    expect(await refusal(linePath(order))).toBe('404 not_found');
  });

  it('exist for each line of an order with several lines, and not for the whole order', async () => {
    const order = await shop.sell([...experience(1), ...experience(2)]);
    expect(await refusal(orderPath(order))).toBe('409 multiple_gift_cards');
    const [first, second] = await Promise.all([read(linePath(order, 0)), read(linePath(order, 1))]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.bytes.equals(second.bytes)).toBe(false);
  });

  it('return 404 after the refund of every item, even when that refund fails later', async () => {
    const order = await shop.sell([...experience(1, 2), ...experience(2)]);
    const { body } = await read<{ data: { code: string }[] }>(`/v2/items?order_id=${order.id}`);
    const paths = order.line_items.map(({ pdf }) => pdf?.url ?? '');
    const statuses = async () => Promise.all(paths.map(async (path) => (await read(path)).status));
    const refundOf = (...codes: (string | undefined)[]) => shop.refund(order.id, { items: codes });
    expect((await refundOf(body.data[2]?.code, body.data[0]?.code)).status).toBe(200);
    expect(await statuses()).toEqual([200, 404]);
    expect((await refundOf(body.data[1]?.code)).status).toBe(200);
    expect(await statuses()).toEqual([404, 404]);
    await stack.control('POST', '/gateway', { order_id: order.id, event: 'refund_failed' });
    await stack.idle();
    expect(await statuses()).toEqual([404, 404]);
  });

  it('are removed, even behind the emailed link, when staff have cancelled every item, and not before', async () => {
    const email = 'cancelled@example.com';
    const order = await shop.sell(giftCard(50000, 3), { recipient: { name: 'Bo', email } });
    const { body } = await read<{ data: { code: string }[] }>(`/v2/items?order_id=${order.id}`);
    const [mail] = await stack.mail(email);
    const link = /http\S+\/documents\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    const statuses = async () =>
      Promise.all([orderPath(order), linePath(order), link].map(async (path) => (await read(path)).status));
    const [first, ...others] = body.data;
    await stack.post(`/v2/items/${first?.code}/cancel`, { key: API_KEY });
    expect(await statuses()).toEqual([200, 200, 200]);
    for (const { code } of others) await stack.post(`/v2/items/${code}/cancel`, { key: API_KEY });
    expect(await statuses()).toEqual([404, 404, 404]);
  });

  it('return 404 for the order of another company, the line of another order and unknown ids', async () => {
    const [order, other] = [await shop.sell(giftCard()), await shop.sell(giftCard())];
    expect(await refusal(orderPath(order), FOREIGN_KEY)).toBe('404 not_found');
    expect(await refusal(linePath(order), FOREIGN_KEY)).toBe('404 not_found');
    const strange = `/v2/orders/${order.id}/lines/${other.line_items[0]?.id}/gift-card.pdf`;
    expect(await refusal(strange)).toBe('404 not_found');
    expect(await refusal(`/v2/orders/${order.id}/lines/poli_${'0'.repeat(32)}/gift-card.pdf`)).toBe('404 not_found');
    expect(await refusal(`/v2/orders/po_${'0'.repeat(32)}/gift-card.pdf`)).toBe('404 not_found');
    expect(await refusal('/v2/orders/anything/gift-card.pdf')).toBe('404 not_found');
  });

  it('return 503 while the store is unavailable', async () => {
    const order = await shop.sell(giftCard());
    await stack.fault('objects', 'unavailable', 2);
    const { status, headers } = await read(orderPath(order));
    expect(status).toBe(503);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await read(orderPath(order))).status).toBe(200);
  });

  const pictured = async (bytes: Buffer, mime: string): Promise<OrderBody> => {
    const body = { sha256: createHash('sha256').update(bytes).digest('hex'), byte_size: bytes.byteLength, mime };
    const intent = { key: API_KEY, idempotencyKey: true as const };
    const { body: slot } = await stack.post<{ id: string; upload: { url: string; headers: Record<string, string> } }>(
      '/v2/greeting-images/upload-intents',
      { ...intent, body },
    );
    await fetch(slot.upload.url, { method: 'PUT', headers: slot.upload.headers, body: new Uint8Array(bytes) });
    const path = `/v2/greeting-images/upload-intents/${slot.id}/finalize`;
    expect((await stack.post(path, intent)).status).toBe(201);
    return shop.sell(giftCard(), { greeting: { image: { source: 'upload', upload_id: slot.id } } });
  };

  it('contain the greeting picture in print size, without metadata of its file', async () => {
    const secret = Buffer.alloc(6_000_000, 'GPS 55.6761 N ');
    const answer = await read(orderPath(await pictured(Buffer.concat([jpeg(), secret]), 'image/jpeg')));
    expect(answer.status).toBe(200);
    expect(answer.bytes.byteLength).toBeLessThan(100_000);
    const large = await read(orderPath(await pictured(png({ width: 5000, height: 3000 }), 'image/png')));
    expect(large.status).toBe(200);
    expect(await widthsOfPictures(large.bytes)).toEqual([2480]);
  });

  it('are linked when they are too large for a response, and so is the document of an item', async () => {
    const order = await pictured(png({ width: 1850, height: 1850, noise: true }), 'image/png');
    const { body } = await read<{ data: { code: string }[] }>(`/v2/items?order_id=${order.id}`);
    for (const path of [orderPath(order), `/v2/items/${body.data[0]?.code}/document.pdf`]) {
      const answer = await read(path);
      expect(answer.status).toBe(303);
      const linked = await fetch(answer.headers.get('location') ?? '');
      expect([linked.status, linked.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      expect((await linked.arrayBuffer()).byteLength).toBeGreaterThan(4_500_000);
      await stack.advance(601);
      expect((await fetch(answer.headers.get('location') ?? '')).status).toBe(403);
    }
  });
});

describe('the document of an item', () => {
  const codesOf = async (order: OrderBody): Promise<string[]> => {
    const query = `/v2/items?order_id=${order.id}`;
    return (await read<{ data: { code: string }[] }>(query)).body.data.map(({ code }) => code);
  };

  it('is one page, for the company that owns it', async () => {
    const [code = ''] = await codesOf(await shop.sell(experience(1, 2)));
    const answer = await read(`/v2/items/${code}/document.pdf`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(await pagesOf(answer.bytes)).toBe(1);
    expect(await refusal(`/v2/items/${code}/document.pdf`, FOREIGN_KEY)).toBe('404 not_found');
    expect(await refusal('/v2/items/0000-0000/document.pdf')).toBe('404 not_found');
  });

  it('exists for directly issued items after their payment', async () => {
    const issue = (capture: boolean) =>
      stack.post<{ items: { code: string }[]; order_id: string }>('/v2/items', {
        key: API_KEY,
        body: { amount: 250.5, receiver_name: 'Bo', receiver_email: 'bo@example.com', capture },
      });
    const { body: paid } = await issue(true);
    expect((await read(`/v2/items/${paid.items[0]?.code}/document.pdf`)).status).toBe(200);
    const { body: unpaid } = await issue(false);
    expect(await refusal(`/v2/items/${unpaid.items[0]?.code}/document.pdf`)).toBe('404 not_found');
  });

  it('is removed when the item is cancelled', async () => {
    const [code = ''] = await codesOf(await shop.sell(giftCard()));
    await stack.post(`/v2/items/${code}/cancel`, { key: API_KEY });
    expect(await refusal(`/v2/items/${code}/document.pdf`)).toBe('404 not_found');
  });
});

describe('a link in an email', () => {
  it('opens the document without a key, and is refused when it was changed', async () => {
    const order = await shop.sell(giftCard(), { recipient: { name: 'Bo', email: 'link@example.com' } });
    const [mail] = await stack.mail('link@example.com');
    const link = /http\S+\/documents\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    const answer = await fetch(link);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals((await read(orderPath(order))).bytes)).toBe(true);
    for (const wrong of [`${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`, `${stack.url}/documents/x.y`]) {
      expect((await fetch(wrong)).status).toBe(404);
    }
  });
});
