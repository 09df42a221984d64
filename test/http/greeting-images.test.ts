import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jpeg, png, pngWithTwoHeaders, webp } from '../support/pictures.ts';
import { API_KEY, FOREIGN_KEY, ruleSeed } from '../support/seed.ts';
import { giftCard, Shop, type ErrorBody } from '../support/shop.ts';
import { startStack, type Answer, type RunningStack } from '../support/stack.ts';

interface Slot {
  id: string;
  object: string;
  upload: { url: string; method: string; headers: Record<string, string> };
  expires_at: string;
}

let stack: RunningStack;
let shop: Shop;
beforeAll(async () => {
  stack = await startStack({ seed: ruleSeed });
  shop = new Shop(stack);
}, 60_000);
afterAll(() => stack.stop());

const INTENTS = '/v2/greeting-images/upload-intents';

const declared = (bytes: Uint8Array, mime = 'image/png') => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  byte_size: bytes.byteLength,
  mime,
});

const open = <T = Slot>(body: object, options: { key?: string; idempotencyKey?: string } = {}): Promise<Answer<T>> =>
  stack.post<T>(INTENTS, { key: API_KEY, idempotencyKey: true, body, ...options });

const put = (slot: Slot, bytes: Uint8Array, headers = slot.upload.headers): Promise<Response> =>
  fetch(slot.upload.url, { method: slot.upload.method, headers, body: Buffer.from(bytes) });

const finalize = <T = { id: string }>(id: string, options: { key?: string; idempotencyKey?: string } = {}) =>
  stack.post<T>(`${INTENTS}/${id}/finalize`, { key: API_KEY, idempotencyKey: true, ...options });

const finished = async (bytes: Uint8Array = png(), mime = 'image/png'): Promise<string> => {
  const { body: slot } = await open(declared(bytes, mime));
  expect((await put(slot, bytes)).status).toBe(200);
  const answer = await finalize(slot.id);
  expect(answer.status).toBe(201);
  return answer.body.id;
};

const withPicture = (id: string) => ({ greeting: { image: { source: 'upload', upload_id: id } } });
const minutes = (count: number) => stack.advance(count * 60);

describe('declaring a picture', () => {
  it('opens a slot for fifteen minutes, with everything the upload needs', async () => {
    const { status, body } = await open(declared(png()));
    expect(status).toBe(201);
    expect(body.id).toMatch(/^gimg_[0-9a-f]{32}$/);
    expect(body.upload.method).toBe('PUT');
    expect(Date.parse(body.expires_at) - (await stack.nowMs())).toBeGreaterThan(14 * 60_000);
    expect(Date.parse(body.expires_at) - (await stack.nowMs())).toBeLessThanOrEqual(15 * 60_000);
  });

  it.each([
    ['sha256', 'invalid_sha256', ['abc', '', null, 7, undefined, 'g'.repeat(64), 'a'.repeat(65)]],
    ['byte_size', 'invalid_byte_size', [0, -1, 1.5, '12', null, undefined, 10 * 1024 * 1024 + 1]],
    ['mime', 'invalid_mime', ['image/gif', 'png', 'IMAGE/PNG', null, undefined, 3]],
  ])('rejects an invalid %s with %s', async (field, code, values) => {
    for (const value of values) {
      const { status, body } = await open<ErrorBody>({ ...declared(png()), [field]: value });
      expect(status).toBe(422);
      expect(body.error.code).toBe(code);
      expect(Object.keys(body.error.fields ?? {})).toEqual([field]);
    }
  });

  it('names every invalid member, and rejects unknown members', async () => {
    const wrong = await open<ErrorBody>({ sha256: 'x', byte_size: 0, mime: 'x' });
    expect(Object.keys(wrong.body.error.fields ?? {})).toEqual(['sha256', 'byte_size', 'mime']);
    const unknown = await open<ErrorBody>({ ...declared(png()), name: 'me.png' });
    expect(unknown.body.error).toMatchObject({ code: 'validation_failed', fields: { name: expect.any(Array) } });
  });

  it('accepts ten megabytes, and checksums in uppercase', async () => {
    const { status } = await open({ ...declared(png()), byte_size: 10 * 1024 * 1024, sha256: 'A'.repeat(64) });
    expect(status).toBe(201);
  });

  it('returns the same slot for a repeat, and a conflict for other input with the same key', async () => {
    const idempotencyKey = 'slot-once';
    const first = await open(declared(png()), { idempotencyKey });
    const again = await open(declared(png()), { idempotencyKey });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const other = await open<ErrorBody>({ nonsense: true }, { idempotencyKey });
    expect(other.body.error.code).toBe('idempotency_conflict');
    const missing = await stack.post<ErrorBody>(INTENTS, { key: API_KEY, body: declared(png()) });
    expect(missing.body.error.code).toBe('idempotency_key_required');
  });
});

describe('the upload', () => {
  it('accepts the declared bytes with the given headers', async () => {
    const { body: slot } = await open(declared(png()));
    expect((await put(slot, png())).status).toBe(200);
  });

  it('refuses other bytes, another type, and another size', async () => {
    const bytes = png();
    const { body: slot } = await open(declared(bytes));
    const changed = Buffer.from(bytes);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    expect((await put(slot, changed)).status).toBeGreaterThanOrEqual(400);
    const otherType = { ...slot.upload.headers, 'Content-Type': 'image/jpeg' };
    expect((await put(slot, bytes, otherType)).status).toBe(403);
    expect((await put(slot, Buffer.concat([bytes, bytes]))).status).toBe(403);
  });

  it('is refused when the slot has closed', async () => {
    const { body: slot } = await open(declared(png()));
    await minutes(15);
    expect((await put(slot, png())).status).toBe(403);
  });
});

describe('finalizing', () => {
  it.each([
    ['JPEG', jpeg(), 'image/jpeg'],
    ['PNG', png(), 'image/png'],
    ['WebP', webp(), 'image/webp'],
  ])('finishes a %s and measures it', async (_name, bytes, mime) => {
    const { body: slot } = await open(declared(bytes, mime));
    await put(slot, bytes);
    const { status, body } = await finalize(slot.id);
    expect(status).toBe(201);
    expect(body).toMatchObject({ id: slot.id, object: 'greeting_image', mime, byte_size: bytes.byteLength });
  });

  it('returns the same picture for a repeat, even with a new key', async () => {
    const { body: slot } = await open(declared(png()));
    await put(slot, png());
    const first = await finalize(slot.id, { idempotencyKey: 'finish-once' });
    const again = await finalize(slot.id, { idempotencyKey: 'finish-once' });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await finalize(slot.id)).body).toEqual(first.body);
  });

  it('returns one picture to twenty concurrent callers', async () => {
    const { body: slot } = await open(declared(png()));
    await put(slot, png());
    const answers = await Promise.all(Array.from({ length: 20 }, () => finalize(slot.id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  });

  it('reports that nothing was uploaded, and leaves the slot open', async () => {
    const { body: slot } = await open(declared(png()));
    const early = await finalize<ErrorBody>(slot.id, { idempotencyKey: 'too-early' });
    expect(early.status).toBe(422);
    expect(early.body.error).toMatchObject({ code: 'validation_failed', fields: { upload: expect.any(Array) } });
    await put(slot, png());
    expect((await finalize(slot.id, { idempotencyKey: 'too-early' })).status).toBe(201);
  });

  it('reports leading bytes that do not match the declared type', async () => {
    const riff = Buffer.from('RIFF\x00\x00\x00\x00WAVEfmt ', 'latin1');
    for (const [bytes, mime] of [
      [png(), 'image/jpeg'],
      [jpeg(), 'image/webp'],
      [riff, 'image/webp'],
      [Buffer.from('<html>'), 'image/png'],
    ] as const) {
      const { body: slot } = await open(declared(bytes, mime));
      await put(slot, bytes);
      const { status, body } = await finalize<ErrorBody>(slot.id);
      expect(status).toBe(422);
      expect(body.error).toMatchObject({ code: 'validation_failed', fields: { mime: expect.any(Array) } });
    }
  });

  it('rejects a picture with too many pixels', async () => {
    const bomb = png({ claimedWidth: 30_000, claimedHeight: 30_000 });
    const { body: slot } = await open(declared(bomb));
    await put(slot, bomb);
    const { body } = await finalize<ErrorBody>(slot.id);
    expect(body.error).toMatchObject({ code: 'validation_failed', fields: { dimensions: expect.any(Array) } });
  });

  it.each([
    ['46 bytes with two headers', pngWithTwoHeaders(), 'image/png'],
    ['a whole PNG with two headers', pngWithTwoHeaders({ whole: true }), 'image/png'],
    ['a PNG without its second half', png({ claimedHeight: 900 }), 'image/png'],
    ['a JPEG with only its first bytes', Buffer.from('\xff\xd8\xff\xe0'.padEnd(200, '0'), 'latin1'), 'image/jpeg'],
    ['a WebP cut short', webp().subarray(0, 40), 'image/webp'],
  ])('rejects %s, leaves the slot open, and can then finish other pictures', async (_name, bytes, mime) => {
    const { body: slot } = await open(declared(bytes, mime));
    await put(slot, bytes);
    const { status, body } = await finalize<ErrorBody>(slot.id);
    expect([status, Object.keys(body.error.fields ?? {})]).toEqual([422, ['content']]);
    expect((await finalize(slot.id)).status).toBe(422);
    expect(await finished()).toMatch(/^gimg_/);
  });

  it('returns 503 while the decoding function does not respond, and the same key succeeds later', async () => {
    const { body: slot } = await open(declared(png()));
    await put(slot, png());
    await stack.fault('functions', 'unavailable');
    const failed = await finalize<ErrorBody>(slot.id, { idempotencyKey: 'decoder-down' });
    expect([failed.status, failed.body.error.code]).toEqual([503, 'image_store_unavailable']);
    expect((await finalize(slot.id, { idempotencyKey: 'decoder-down' })).status).toBe(201);
  });

  it('returns 404 for a slot that is unknown, closed or of another company', async () => {
    const { body: slot } = await open(declared(png()));
    await put(slot, png());
    expect((await finalize(slot.id, { key: FOREIGN_KEY })).status).toBe(404);
    expect((await finalize(`gimg_${'0'.repeat(32)}`)).status).toBe(404);
    expect((await finalize('anything')).status).toBe(404);
    await minutes(15);
    expect((await finalize(slot.id)).status).toBe(404);
  });

  it('returns 503 while the store does not respond, and the same key succeeds later', async () => {
    const { body: slot } = await open(declared(png()));
    await put(slot, png());
    await stack.fault('objects', 'unavailable');
    const failed = await finalize<ErrorBody>(slot.id, { idempotencyKey: 'store-down' });
    expect(failed.status).toBe(503);
    expect(failed.body.error.code).toBe('image_store_unavailable');
    expect(Number(failed.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await finalize(slot.id, { idempotencyKey: 'store-down' })).status).toBe(201);
  });
});

describe('a finished picture', () => {
  it('can be used by one order only', async () => {
    const id = await finished();
    const first = await shop.order(giftCard(), withPicture(id));
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({ greeting: { image: { source: 'upload' } } });
    const second = await shop.refused(giftCard(), withPicture(id));
    expect(second.status).toBe(422);
    expect(second.body.error.code).toBe('greeting_image_not_found');
  });

  it('is used by exactly one of a hundred concurrent orders', async () => {
    const id = await finished();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => shop.order<ErrorBody>(giftCard(), withPicture(id))),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const codes = answers.flatMap(({ status, body }) => (status === 201 ? [] : [`${status} ${body.error.code}`]));
    for (const code of codes)
      expect(['409 greeting_image_already_used', '422 greeting_image_not_found']).toContain(code);
  });

  it('cannot be used before it is finished, or by another company', async () => {
    const { body: slot } = await open(declared(png()));
    expect((await shop.refused(giftCard(), withPicture(slot.id))).body.error.code).toBe('greeting_image_not_found');
    const foreign = new Shop(stack, FOREIGN_KEY);
    const id = await finished();
    expect((await foreign.refused(giftCard(), withPicture(id))).body.error.code).toBe('greeting_image_not_found');
    expect((await shop.order(giftCard(), withPicture(id))).status).toBe(201);
  });

  it('is released when its order expires', async () => {
    const id = await finished();
    expect((await shop.order(giftCard(), withPicture(id))).status).toBe(201);
    await stack.advance(25 * 3600);
    await stack.idle();
    expect((await shop.order(giftCard(), withPicture(id))).status).toBe(201);
  });

  it('is kept for seven days and deleted after eight', async () => {
    const id = await finished();
    const spare = await finished();
    await stack.advance(7 * 24 * 3600 - 60);
    expect((await shop.order(giftCard(), withPicture(id))).status).toBe(201);
    await stack.advance(3600);
    await stack.idle();
    const late = await shop.refused(giftCard(), withPicture(spare));
    expect(late.body.error.code).toBe('greeting_image_not_found');
    expect((await finalize(spare)).status).toBe(404);
  });
});
