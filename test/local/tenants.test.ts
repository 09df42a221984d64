import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REQUESTS_PER_MINUTE } from '../../functions/platform/request-rate.ts';
import { itemSeed, LENIENT_KEY, Till, TILL_KEY } from '../support/item-shop.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startStack, type RunningStack } from '../support/stack.ts';
import { Partner } from '../support/webhooks.ts';

const FLOOD = 24;
const QUIET_MAIL = 'quiet@people.example';

let stack: RunningStack;
let busyReceiver: Receiver;
let quietReceiver: Receiver;
beforeAll(async () => {
  const companies = itemSeed.companies.map((company) => ({ ...company, approved_urls: ['http://127.0.0.1'] }));
  [stack, busyReceiver, quietReceiver] = await Promise.all([
    startStack({ seed: { ...itemSeed, companies } }),
    startReceiver(),
    startReceiver(),
  ]);
});
afterAll(async () => {
  await Promise.all([stack?.stop(), busyReceiver?.close(), quietReceiver?.close()]);
});

const resend = (till: Till, code: string, email: string) => till.do(code, 'resend', { email });

describe('many requests from one company', () => {
  it('for emails and documents do not delay the emails of another company', async () => {
    const [busy, quiet] = [new Till(stack), new Till(stack, LENIENT_KEY)];
    const codes = await Promise.all(Array.from({ length: FLOOD }, () => busy.card()));
    const quietCode = await quiet.card();
    await stack.idle();
    await Promise.all(codes.map((code, at) => resend(busy, code, `busy-${at}@people.example`)));
    const documents = codes.map((code) => stack.get(`/v2/items/${code}/document.pdf`, { key: TILL_KEY }));
    expect((await resend(quiet, quietCode, QUIET_MAIL)).status).toBe(200);
    expect((await stack.get(`/v2/items/${quietCode}/document.pdf`, { key: LENIENT_KEY })).status).toBe(200);
    expect((await Promise.all(documents)).every(({ status }) => status === 200)).toBe(true);
    await stack.idle();
    // The mailbox lists emails newest first.
    const sent = (await stack.mail()).map(({ to }) => to).toReversed();
    expect(sent).toHaveLength(FLOOD + 1);
    expect(sent.indexOf(QUIET_MAIL)).toBeLessThan(FLOOD / 2);
  });

  it('for webhooks to an unresponsive endpoint do not delay those of another company', async () => {
    const held: ServerResponse[] = [];
    let heldAtQuiet = -1;
    let isReleased = false;
    busyReceiver.behavior = (_, answer) => {
      if (isReleased) answer.writeHead(204).end();
      else held.push(answer);
    };
    quietReceiver.behavior = (_, answer) => {
      answer.writeHead(204).end();
      heldAtQuiet = held.length;
      isReleased = true;
      for (const each of held) each.writeHead(204).end();
    };
    await new Partner(stack, TILL_KEY).register(busyReceiver.url, ['item.issued']);
    await new Partner(stack, LENIENT_KEY).register(quietReceiver.url, ['item.issued']);
    const busy = new Till(stack);
    await Promise.all(Array.from({ length: FLOOD }, () => busy.card()));
    await new Till(stack, LENIENT_KEY).card();
    await stack.idle();
    expect(heldAtQuiet).toBeGreaterThan(0);
    expect(quietReceiver.received).toHaveLength(1);
    expect(new Set(busyReceiver.received.map(({ event }) => event.id)).size).toBe(FLOOD);
  });

  it('use up only its own rate limit', async () => {
    const left = async (key: string): Promise<number> =>
      Number((await stack.get('/v2/health', { key })).headers.get('x-rate-limit-remaining'));
    await Promise.all(Array.from({ length: FLOOD }, () => left(TILL_KEY)));
    const [quiet, busy] = await Promise.all([left(LENIENT_KEY), left(TILL_KEY)]);
    expect(quiet).toBeGreaterThan(busy);
    expect(quiet).toBeGreaterThanOrEqual(REQUESTS_PER_MINUTE - 5);
  });
});
