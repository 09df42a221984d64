import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PICTURES_OF_FORM, PICTURES_PER_HOUR } from '../../functions/domain/company/users/visits/visitor-limits.ts';
import { GIFT, Visitor, type FoundPage } from '../support/page-visitor.ts';
import { shopSeed } from '../support/shop-seed.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
beforeAll(async () => {
  stack = await startStack({ seed: shopSeed, env: { TRUSTED_PROXIES: '1' } });
});
afterAll(() => stack.stop());

const PATH = '/shop/other/en/pictures';
const visitorAt = (address: string): Visitor => new Visitor(() => stack, { address });
const formOf = (visitor: Visitor): Promise<FoundPage> =>
  visitor.open('/shop/other/en/buy?item=gift_card_value:1:20000');
const newSha = (): string => createHash('sha256').update(randomBytes(8)).digest('hex');
const openSlot = (visitor: Visitor, form: FoundPage, sha256 = newSha()): Promise<FoundPage> =>
  visitor.post(PATH, [
    ['form', form.values()['form'] ?? ''],
    ['sha256', sha256],
    ['byte_size', '1000'],
    ['mime', 'image/png'],
  ]);

describe('upload slots of the form of a shop', () => {
  test('are limited: the next one returns 429 with Retry-After, and a repeat gets its first response', async () => {
    const visitor = visitorAt('203.0.113.1');
    const form = await formOf(visitor);
    const first = newSha();
    const opened = await openSlot(visitor, form, first);
    expect(opened.status).toBe(201);
    for (let at = 1; at < PICTURES_OF_FORM; at++) expect((await openSlot(visitor, form)).status).toBe(201);
    const refused = await openSlot(visitor, form);
    expect([refused.status, refused.answer.body]).toEqual([429, { error: { code: 'rate_limited' } }]);
    expect(Number(refused.header('retry-after'))).toBeGreaterThan(3600);
    const again = await openSlot(visitor, form, first);
    expect([again.status, again.answer.body]).toEqual([201, opened.answer.body]);
    // Another form of the same visitor has its own slots.
    expect((await openSlot(visitor, await formOf(visitor))).status).toBe(201);
  });

  test('are also counted by IP address across forms, including pictures sent with the form', async () => {
    const visitor = visitorAt('203.0.113.2');
    const statuses: number[] = [];
    let form = await formOf(visitor);
    for (let at = 0; at < PICTURES_PER_HOUR; at++) {
      if (at % PICTURES_OF_FORM === 0) form = await formOf(visitor);
      statuses.push((await openSlot(visitor, form)).status);
    }
    expect(new Set(statuses)).toEqual(new Set([201]));
    form = await formOf(visitor);
    expect((await openSlot(visitor, form)).status).toBe(429);
    const bytes = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(100)]);
    const file = { field: 'picture_file', name: 'a.png', type: 'image/png', bytes };
    const back = await visitor.submit(form, { ...GIFT, picture: 'upload' }, { file });
    expect(back.faults['picture']).toBe(
      'Too many pictures were sent. Try again later, or order without a picture of your own.',
    );
    const other = visitorAt('203.0.113.3');
    expect((await openSlot(other, await formOf(other))).status).toBe(201);
  });

  test('can be checked a limited number of times', async () => {
    const visitor = visitorAt('203.0.113.4');
    const form = await formOf(visitor);
    const { id } = (await openSlot(visitor, form)).answer.body as unknown as { id: string };
    const check = async (): Promise<number> =>
      (await visitor.post(`${PATH}/${id}`, [['form', form.values()['form'] ?? '']])).status;
    const statuses: number[] = [];
    for (let at = 0; at <= PICTURES_OF_FORM * 3; at++) statuses.push(await check());
    expect(new Set(statuses.slice(0, -1))).toEqual(new Set([422]));
    expect(statuses.at(-1)).toBe(429);
  });
});
