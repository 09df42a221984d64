import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { greetingImageReplies } from '../../functions/api/greeting-images/replies.ts';
import { mostlyValid, hostile, LIMIT_MS, optionally, REQUESTS, sendAll, textOf } from '../support/generated.ts';
import { jpeg, png, webp } from '../support/pictures.ts';
import { API_KEY, ruleSeed } from '../support/seed.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

interface Slot {
  id: string;
  upload: { url: string; headers: Record<string, string> };
}

let stack: RunningStack;
beforeAll(async () => {
  stack = await startStack({ seed: ruleSeed });
});
afterAll(() => stack.stop());

const INTENTS = '/v2/greeting-images/upload-intents';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const mimes = fc.constantFrom('image/png', 'image/jpeg', 'image/webp');

const json = (body: unknown) => ({
  key: API_KEY,
  body: JSON.stringify(body) ?? '',
  headers: { 'Content-Type': 'application/json' },
  idempotencyKey: true as const,
});

const declarations = fc.oneof(
  { weight: 1, arbitrary: hostile },
  {
    weight: 9,
    arbitrary: fc.record({
      sha256: optionally(mostlyValid(fc.constantFrom('a'.repeat(64), 'A'.repeat(64), 'g'.repeat(64), ''))),
      byte_size: optionally(mostlyValid(fc.integer({ min: -1, max: 11_000_000 }))),
      mime: optionally(mostlyValid(mimes)),
    }),
  },
);

/** Uploaded bytes: pictures, parts of pictures and anything else. */
const contents = fc.oneof(
  fc.constantFrom<Uint8Array>(png(), jpeg(), webp()),
  fc.integer({ min: 1, max: 40 }).map((length) => png().subarray(0, length)),
  fc.uint8Array({ minLength: 1, maxLength: 200 }),
);
/** A member that is usually absent. */
const seldom = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

interface Upload {
  id: unknown;
  mime: string;
  declared: Uint8Array;
  sent: Uint8Array | undefined;
  body: unknown;
}

const uploads: fc.Arbitrary<Upload> = fc
  .record({
    id: seldom(mostlyValid(fc.constantFrom(`gimg_${'0'.repeat(32)}`, 'gimg_', '..', '%2e%2e'))),
    right: fc.constantFrom<[string, Uint8Array]>(['image/png', png()], ['image/jpeg', jpeg()], ['image/webp', webp()]),
    declared: seldom(contents),
    sent: seldom(contents),
    body: seldom(hostile),
  })
  .map(({ right: [mime, bytes], declared, ...rest }) => ({ ...rest, mime, declared: declared ?? bytes }));

describe(`${REQUESTS} generated requests never break`, () => {
  test('POST /v2/greeting-images/upload-intents', { timeout: LIMIT_MS }, async () => {
    const send = (body: unknown) => stack.post(INTENTS, json(body));
    const statuses = await sendAll(stack, declarations, send, greetingImageReplies.GreetingImageUpload);
    expect(statuses.get(201)).toBeGreaterThan(0);
    expect(statuses.get(422)).toBeGreaterThan(0);
  });

  test('POST /v2/greeting-images/upload-intents/{id}/finalize', { timeout: LIMIT_MS }, async () => {
    const send = async ({ id, mime, declared, sent, body }: Upload) => {
      const declaration = { sha256: sha256(declared), byte_size: declared.byteLength, mime };
      const slot = await stack.post<Slot>(INTENTS, json(declaration));
      const { url, headers } = slot.body.upload;
      const upload = await fetch(url, { method: 'PUT', headers, body: Buffer.from(sent ?? declared) });
      expect(upload.status).toBeLessThan(500);
      const named = id === undefined ? slot.body.id : textOf(id) || '-';
      return stack.post(`${INTENTS}/${encodeURIComponent(named)}/finalize`, json(body));
    };
    const statuses = await sendAll(stack, uploads, send, greetingImageReplies.GreetingImage);
    expect(statuses.get(201)).toBeGreaterThan(0);
    expect(statuses.get(404)).toBeGreaterThan(0);
    expect(statuses.get(422)).toBeGreaterThan(0);
  });
});
