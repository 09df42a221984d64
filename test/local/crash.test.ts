import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MOLLIE_TEST_KEY, MollieServer } from '../support/mollie-server.ts';
import { giftCard, Shop } from '../support/shop.ts';
import { API_KEY, ruleSeed } from '../support/seed.ts';
import { CARDS, openSession, order, pay, readOrder, sell } from '../support/sales.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let folder: string;
let key: string;

const itemsOf = async (orderId: string): Promise<unknown[]> => {
  const answer = await stack.get<{ data: unknown[] }>('/v2/items', { key, query: { order_id: orderId } });
  return answer.body.data;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'data-'));
  stack = await startStack({ dataDir: folder });
  key = stack.keys[0]?.key ?? '';
});
afterAll(async () => {
  await stack.stop();
  await rm(folder, { recursive: true });
});

const restart = async (): Promise<void> => {
  await stack.kill();
  stack = await startStack({ dataDir: folder });
};

describe('the same folder after a kill', () => {
  test('has the keys, the clock, the emails, the documents and the delayed messages', async () => {
    const late = await sell(stack, { key, name: 'late' }, CARDS.slowCapture);
    const paid = await sell(stack, { key, name: 'early' });
    await stack.idle();
    await stack.advance(30);
    const before = { now: await stack.nowMs(), mail: await stack.mail('early@example.test') };
    expect(before.mail).toHaveLength(1);
    await restart();
    expect(await stack.nowMs()).toBeGreaterThanOrEqual(before.now);
    expect(await stack.mail('early@example.test')).toEqual(before.mail);
    const document = await stack.get(`/v2/orders/${paid}/gift-card.pdf`, { key });
    expect(document.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    await stack.idle();
    expect((await readOrder(stack, key, late)).payment.status).toBe('authorized');
    await stack.advance(40);
    await stack.idle();
    expect(await readOrder(stack, key, late)).toMatchObject({
      payment: { status: 'captured' },
      fulfillment: { status: 'fulfilled' },
    });
  });

  test('is refused to a second stack while it is in use', async () => {
    await expect(startStack({ dataDir: folder })).rejects.toThrow('in use');
  });
});

describe('a killed function', () => {
  test.each([
    ['fulfill-order', 'before-commit'],
    ['fulfill-order', 'after-commit'],
    ['stream-relay', 'before-commit'],
    ['stream-relay', 'after-commit'],
    ['test-gateway', 'before-commit'],
    ['receive-test-notice', 'after-commit'],
  ] as const)('%s %s loses nothing and duplicates nothing', async (name, at) => {
    const sale = `${name}-${at}`;
    const { id } = await order(stack, { key, name: sale, quantity: 2 });
    const url = await openSession(stack, { key, name: sale }, id);
    await stack.crash(name, at, 2);
    await pay(stack, url);
    await stack.idle();
    expect((await readOrder(stack, key, id)).status).toBe('fulfilled');
    expect(await itemsOf(id)).toHaveLength(2);
    expect(await stack.mail(`${sale}@example.test`)).toHaveLength(1);
  });
});

describe('an order that is paid at Mollie', () => {
  const contract = { checkout: true, gateway: 'mollie' };
  const seed = { ...ruleSeed, companies: ruleSeed.companies.map((company) => ({ ...company, contract })) };

  /** Moments of the payment at which the stack is killed. It is restarted on the same folder. */
  const KILLS = ['authorized', 'notified', 'capturing', 'captured'] as const;
  type Kill = (typeof KILLS)[number];

  test(`survives kill -9 when it is ${KILLS.join(', ')}, with one capture, one card and one email`, async () => {
    const [mollie, dataDir] = [await MollieServer.start(), await mkdtemp(join(tmpdir(), 'data-'))];
    const env = { PAYMENT_GATEWAY: 'stripe', MOLLIE_API_KEY: MOLLIE_TEST_KEY, MOLLIE_API_BASE: mollie.url };
    let running = await startStack({ seed, dataDir, env });
    const captures = (id: string) => mollie.exchanges.filter(({ path }) => path === `/payments/${id}/captures`);
    const notify = (id: string): Promise<{ status: number }> =>
      running.post('/payments/mollie/notifications', {
        body: `id=${id}`,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      });
    /** Ignores errors after the kill, which are expected. */
    const reach = async (kill: Kill, id: string): Promise<void> => {
      mollie.books.capturesLater = kill === 'captured';
      if (kill === 'capturing') mollie.faults.push(undefined, undefined, 'after-commit');
      mollie.books.pay(id, 'approved');
      if (kill === 'authorized') return;
      const sent = notify(id).catch(() => undefined);
      if (kill === 'notified') {
        await pause(30);
        return;
      }
      await sent;
      await expect.poll(() => captures(id).length, { interval: 2 }).toBeGreaterThan(0);
    };
    try {
      for (const kill of KILLS) {
        const email = `${kill}@example.test`;
        const shop = new Shop(running);
        const { body: order } = await shop.order(giftCard(20_000), { sender: { name: 'Anna', email } });
        const id = (await shop.session(order.id)).body.url.split('/').at(-1) ?? '';
        await reach(kill, id);
        await running.kill();
        mollie.faults.length = 0;
        mollie.books.endCaptures();
        running = await startStack({ seed, dataDir, env });
        // Mollie repeats notices that got no successful response, and sends those of later events.
        for (const each of [...mollie.books.notices.splice(0), id]) {
          expect((await notify(each)).status).toBeLessThan(300);
        }
        await running.idle();
        expect(await readOrder(running, API_KEY, order.id), kill).toMatchObject({
          status: 'fulfilled',
          payment: { status: 'captured', captured_amount: 21_000, refunded_amount: 0 },
        });
        const { body } = await running.get<{ data: unknown[] }>(`/v2/items?order_id=${order.id}`, { key: API_KEY });
        expect(body.data, kill).toHaveLength(1);
        expect(await running.mail(email), kill).toHaveLength(1);
        expect(
          mollie.books.captures.filter(({ paymentId }) => paymentId === id),
          kill,
        ).toHaveLength(1);
        expect(mollie.books.refunds, kill).toEqual([]);
      }
    } finally {
      await running.stop();
      await mollie.stop();
      await rm(dataDir, { recursive: true });
    }
  }, 120_000);
});

describe('kill -9 at any moment', () => {
  const KILLS = 20;
  const SELLERS = 3;

  test(`${KILLS} times under load loses no acknowledged write and fulfills each payment once`, async () => {
    const acknowledged = new Set<string>();
    const paid = new Set<string>();
    for (let kill = 0; kill < KILLS; kill++) {
      let over = false;
      const sellers = Array.from({ length: SELLERS }, async (_, seller) => {
        for (let turn = 0; !over; turn++) {
          const name = `kill-${kill}-${seller}-${turn}`;
          try {
            const { id } = await order(stack, { key, name });
            acknowledged.add(id);
            await pay(stack, await openSession(stack, { key, name }, id));
            paid.add(id);
          } catch (error) {
            if (!over) throw error;
          }
        }
      });
      const before = acknowledged.size;
      while (acknowledged.size === before) await pause(5);
      await pause(Math.random() * 400);
      over = true;
      await stack.kill();
      await Promise.all(sellers);
      stack = await startStack({ dataDir: folder });
    }
    await stack.idle();
    expect(acknowledged.size).toBeGreaterThanOrEqual(KILLS);
    for (const id of acknowledged) {
      const found = await readOrder(stack, key, id);
      if (paid.has(id)) expect(found.status).toBe('fulfilled');
      const items = await itemsOf(id);
      expect(items).toHaveLength(found.status === 'fulfilled' ? 1 : 0);
    }
  }, 300_000);
});
