import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { measurePicture } from '../../functions/adapters/images/measure.ts';
import { jpeg, png } from '../support/pictures.ts';
import { Visitor } from '../support/page-visitor.ts';
import { API_KEY, FOREIGN_KEY } from '../support/seed.ts';
import { shopSeed } from '../support/shop-seed.ts';
import type { ErrorBody } from '../support/shop.ts';
import { startStack, type Answer, type RunningStack } from '../support/stack.ts';

interface Slot {
  id: string;
  object: string;
  upload: { url: string; method: string; headers: Record<string, string> };
  expires_at: string;
}
interface Product {
  id: number;
  product_id: string;
}

const INTENTS = '/v2/catalog/images/upload-intents';

let stack: RunningStack;
const visitor = new Visitor(() => stack, { address: '203.0.113.1' });
beforeAll(async () => {
  stack = await startStack({ seed: shopSeed, env: { TRUSTED_PROXIES: '1' } });
}, 60_000);
afterAll(() => stack.stop());

const declared = (bytes: Uint8Array, mime: string) => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  byte_size: bytes.byteLength,
  mime,
});
const open = <T = Slot>(body: object, key = API_KEY): Promise<Answer<T>> =>
  stack.post<T>(INTENTS, { key, idempotencyKey: true, body });
const put = (slot: Slot, bytes: Uint8Array): Promise<Response> =>
  fetch(slot.upload.url, { method: slot.upload.method, headers: slot.upload.headers, body: Buffer.from(bytes) });
const finalize = <T = { url: string }>(id: string, key = API_KEY): Promise<Answer<T>> =>
  stack.post<T>(`${INTENTS}/${id}/finalize`, { key, idempotencyKey: true });
const uploaded = async (bytes: Uint8Array, mime = 'image/png'): Promise<string> => {
  const { body: slot } = await open(declared(bytes, mime));
  expect((await put(slot, bytes)).status).toBe(200);
  const answer = await finalize(slot.id);
  expect(answer.status, answer.bytes.toString()).toBe(201);
  return answer.body.url;
};
const shown = async (url: string) => {
  const { status, headers, bytes } = await stack.get(url);
  return { status, cache: headers.get('cache-control'), width: measurePicture(bytes)?.width };
};

test('a picture is published in widths of 320, 640 and 1280, to which the shop refers', async () => {
  const url = await uploaded(png({ width: 1600, height: 1200 }));
  expect(url).toMatch(/\/product-images\/shop\/[0-9a-f]{64}-1280-1280$/);
  for (const width of [320, 640, 1280]) {
    const at = url.replace(/1280$/, String(width));
    expect(await shown(at)).toEqual({ status: 200, cache: 'public, max-age=31536000, immutable', width });
  }
  expect((await shown(url.replace(/1280$/, '500'))).status).toBe(404);
  expect((await shown(url.replace('/shop/', '/other/'))).status).toBe(404);

  const product = await stack.post<Product>('/v2/catalog/experiences', {
    key: API_KEY,
    idempotencyKey: true,
    body: { name: 'Pictured', images: [{ url }], options: [{ name: 'One', amount: 10_000, images: [{ url }] }] },
  });
  expect(product.status, product.bytes.toString()).toBe(201);
  for (const path of ['/shop/shop/en', `/shop/shop/en/products/${product.body.product_id}`]) {
    const page = await visitor.open(path);
    const sources = page.root.querySelectorAll('img').map((image) => image.getAttribute('srcset') ?? '');
    expect(sources).toContain(
      [320, 640, 1280].map((width) => `${url.replace(/1280$/, String(width))} ${width}w`).join(', '),
    );
  }
  const landing = await visitor.open('/shop/shop/en');
  const cards = landing.root.querySelectorAll('.products').find((list) => list.querySelector('[srcset]'));
  const widths = [...cards!.querySelectorAll('img[srcset]')].map((image) => image.getAttribute('sizes'));
  // Three or more cards share a row, so their pictures are narrower.
  const isWide = cards!.querySelectorAll('.product').length < 3;
  expect(new Set(widths)).toEqual(new Set([`(min-width: 45em) ${isWide ? 33 : 19}em, 48vw`]));
});

test('pictures of a product and its options have web URLs', async () => {
  const url = 'javascript:alert(1)';
  const product = await stack.post<ErrorBody>('/v2/catalog/experiences', {
    key: API_KEY,
    idempotencyKey: true,
    body: { name: 'Pictured', images: [{ url }], options: [{ name: 'One', amount: 10_000, images: [{ url: '' }] }] },
  });
  expect([product.status, Object.keys(product.body.error.fields ?? {})]).toEqual([
    422,
    ['images.0.url', 'options.0.images.0.url'],
  ]);
});

test('a URL that only resembles one of this service is treated as external', async () => {
  const reply = await uploaded(png({ width: 330, height: 300 }));
  const url = reply.replace('/shop/', '/%ZZ/');
  const product = await stack.post<Product>('/v2/catalog/experiences', {
    key: API_KEY,
    idempotencyKey: true,
    body: { name: 'Damaged address', images: [{ url }], options: [{ name: 'One', amount: 10_000 }] },
  });
  expect(product.status, product.bytes.toString()).toBe(201);
  const page = await stack.get(`/shop/shop/en/products/${product.body.product_id}`);
  expect(page.status).toBe(200);
  expect(page.bytes.toString()).toContain(`src="${url}"`);
  expect(page.bytes.toString()).not.toContain('srcset');
});

test('a small picture is not enlarged, and the same bytes have the same URL', async () => {
  const small = png({ width: 400, height: 300 });
  const url = await uploaded(small);
  expect(url).toMatch(/-400-400$/);
  expect((await shown(url)).width).toBe(400);
  expect((await shown(url.replace(/400$/, '320'))).width).toBe(320);
  expect((await shown(url.replace(/400$/, '640'))).status).toBe(404);
  expect(await uploaded(small)).toBe(url);
  expect(await uploaded(jpeg(), 'image/jpeg')).toMatch(/\/product-images\/shop\//);
});

test('upload slots have the same limits as those for greeting pictures', async () => {
  const bytes = png();
  for (const [field, code, value] of [
    ['sha256', 'invalid_sha256', 'abc'],
    ['byte_size', 'invalid_byte_size', 10 * 1024 * 1024 + 1],
    ['mime', 'invalid_mime', 'image/gif'],
  ] as const) {
    const { status, body } = await open<ErrorBody>({ ...declared(bytes, 'image/png'), [field]: value });
    expect([status, body.error.code, Object.keys(body.error.fields ?? {})]).toEqual([422, code, [field]]);
  }
  const { body: slot, status } = await open(declared(bytes, 'image/png'));
  expect([status, slot.object]).toEqual([201, 'product_image_upload']);
  const minutes = (Date.parse(slot.expires_at) - (await stack.nowMs())) / 60_000;
  expect(Math.round(minutes)).toBe(15);
  const early = await finalize<ErrorBody>(slot.id);
  expect(Object.keys(early.body.error.fields ?? {})).toEqual(['upload']);
  expect((await finalize(slot.id, FOREIGN_KEY)).status).toBe(404);
  expect((await finalize('pimg_1')).status).toBe(404);
  const text = Buffer.from('not a picture at all');
  const { body: wrong } = await open(declared(text, 'image/png'));
  await put(wrong, text);
  expect(Object.keys((await finalize<ErrorBody>(wrong.id)).body.error.fields ?? {})).toEqual(['mime']);
  await put(slot, bytes);
  const first = await finalize(slot.id);
  const again = await finalize(slot.id);
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
  const { body: late } = await open(declared(bytes, 'image/png'));
  await put(late, bytes);
  await stack.advance(16 * 60);
  expect((await finalize(late.id)).status).toBe(404);
});
