import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeFrom } from '../../functions/desk/codes.ts';
import { itemSeed, Till } from '../support/item-shop.ts';
import { giftCard, Shop } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

/** A server outside the stack that is the vendor of a company, receives its webhooks and serves a picture. */
const requests: string[] = [];
const vendor = createServer((request, answer) => {
  requests.push(`${request.method} ${request.url}`);
  const [, code = ''] = /^\/api\/codes\/([^/]+)/.exec(request.url ?? '') ?? [];
  const described = { code, title: 'Spa', amount: '100.00', currency: 'DKK', valid_until: null };
  answer.setHeader('Content-Type', 'application/json').end(JSON.stringify(described));
});

let stack: RunningStack;
let till: Till;
let host: string;
beforeAll(async () => {
  await new Promise<void>((listening) => vendor.listen(0, '127.0.0.1', listening));
  host = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`;
  const [own, ...others] = itemSeed.companies;
  const company = {
    ...own!,
    approved_urls: [...own!.approved_urls, host],
    vendor: { name: 'Spa Pass', base_url: `${host}/api`, prefix: 'VX' },
    gift_card: { ...own!.gift_card, images: [{ url: `${host}/api/codes/VX-PICTURE` }] },
  };
  stack = await startStack({ seed: { ...itemSeed, companies: [company, ...others] } });
  till = new Till(stack);
});
afterAll(async () => {
  await stack.stop();
  vendor.close();
});

describe('a fault of the vendor', () => {
  test.each(['unavailable', 'timeout', 'throttle', 'after-commit'])(
    '%s affects the vendor in the operator data of this machine once',
    async (mode) => {
      await stack.fault('vendor', mode);
      const away = await till.claim(`VX-${mode}-1`);
      expect([away.status, away.body.error.code]).toEqual([503, 'vendor_unavailable']);
      expect(requests.includes(`GET /api/codes/VX-${mode.toUpperCase()}-1`)).toBe(mode === 'after-commit');
      expect((await till.claim(`VX-${mode}-1`)).status).toBe(200);
    },
  );

  test('cannot claim a code that no item can be stored under', async () => {
    const code = `VX-${'9'.repeat(598)}`;
    expect((await till.claim(code)).status).toBe(404);
    expect(requests.join()).not.toContain(code);
    const longest = code.slice(0, -1);
    expect((await till.claim(longest)).status).toBe(200);
    expect((await stack.get(`/c/till/${longest}`)).status).toBe(200);
    expect(codeFrom(`https://api.example.com/c/till/${longest}`)).toBe(longest);
  });

  test('does not affect other paths of the same host', async () => {
    const body = { url: `${host}/api/codes/VX-HOOK/claim`, events: ['order.created'] };
    const { key } = till;
    const endpoint = await stack.post<{ id: string }>('/v2/webhook-endpoints', { key, idempotencyKey: true, body });
    await stack.fault('vendor', 'unavailable');
    await stack.post(`/v2/webhook-endpoints/${endpoint.body.id}/ping`, { key, idempotencyKey: true });
    await new Shop(stack, key).sell(giftCard());
    await stack.idle();
    expect(requests).toEqual(expect.arrayContaining(['POST /api/codes/VX-HOOK/claim', 'GET /api/codes/VX-PICTURE']));
    expect((await till.claim('VX-LAST-1')).status).toBe(503);
    expect((await till.claim('VX-LAST-1')).status).toBe(200);
  });
});
