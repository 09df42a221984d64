import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startStack, type RunningStack } from '../support/stack.ts';
import { Partner, WEBHOOK_SEED } from '../support/webhooks.ts';

const PINGS = 20;
const SLOW_MS = 6000;

let stack: RunningStack;
let slow: Receiver;
let quick: Receiver;
beforeAll(async () => {
  [stack, slow, quick] = await Promise.all([startStack({ seed: WEBHOOK_SEED }), startReceiver(), startReceiver()]);
});
afterAll(async () => {
  await Promise.all([stack?.stop(), slow?.close(), quick?.close()]);
});

describe('a slow endpoint', () => {
  it('does not delay the others, and gets each of its own events once', async () => {
    let answered = 0;
    let answeredWhenQuickWasDone = -1;
    slow.behavior = (_, answer) => {
      setTimeout(() => {
        answered++;
        answer.writeHead(204).end();
      }, SLOW_MS);
    };
    quick.behavior = (_, answer) => {
      answer.writeHead(204).end();
      if (quick.received.length === PINGS) answeredWhenQuickWasDone = answered;
    };
    const partner = new Partner(stack);
    const [dawdler, healthy] = [await partner.register(slow.url), await partner.register(quick.url)];
    for (let count = 0; count < PINGS; count++) {
      await partner.ping(dawdler.id);
      await partner.ping(healthy.id);
    }
    await stack.idle();
    expect(quick.received).toHaveLength(PINGS);
    expect(answeredWhenQuickWasDone).toBeGreaterThanOrEqual(0);
    expect(answeredWhenQuickWasDone).toBeLessThan(PINGS);
    expect(slow.received).toHaveLength(PINGS);
    const statuses = (await partner.deliveries({ endpoint: dawdler.id })).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set(['delivered']));
  });
});

describe('when loopback is not allowed', () => {
  it('rejects the registration of endpoints on this machine, and accepts another address', async () => {
    const strict = await startStack({
      seed: WEBHOOK_SEED,
      env: { ENVIRONMENT: 'production', WEBHOOK_ALLOW_LOOPBACK: 'false' },
    });
    try {
      const partner = new Partner(strict);
      for (const url of [quick.url, 'https://127.0.0.1/hooks', 'http://localhost/hooks', 'https://[::1]/hooks']) {
        const answer = await partner.send('/v2/webhook-endpoints', { url, events: ['order.created'] });
        expect(answer.status, url).toBe(422);
      }
      const https = await partner.send('/v2/webhook-endpoints', {
        url: 'https://shop.example/hooks',
        events: ['order.created'],
      });
      expect(https.status).toBe(201);
    } finally {
      await strict.stop();
    }
  });

  it('delivers nothing to an endpoint on this machine that was registered before', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'webhook-lanes-'));
    try {
      const open = await startStack({ seed: WEBHOOK_SEED, dataDir });
      const { id } = await new Partner(open).register(quick.url);
      await open.stop();
      const strict = await startStack({ seed: WEBHOOK_SEED, dataDir, env: { WEBHOOK_ALLOW_LOOPBACK: 'false' } });
      try {
        const partner = new Partner(strict);
        const before = quick.received.length;
        const { body } = await partner.ping(id);
        const attempted = () => partner.delivery(body.delivery_id).then(({ attempts }) => attempts);
        await expect.poll(attempted).not.toHaveLength(0);
        expect(await attempted()).toMatchObject([{ response_status: null, error: 'address_not_public' }]);
        expect(quick.received).toHaveLength(before);
      } finally {
        await strict.stop();
      }
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
