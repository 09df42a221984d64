import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startGoogleDouble, type GoogleDouble } from '../support/google-wallet.ts';
import { API_KEY, ruleSeed } from '../support/seed.ts';
import { giftCard, Shop, ticket } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';
import { generatedWallets } from '../support/wallet.ts';

const certificates = generatedWallets();
let folder: string;
let double: GoogleDouble;
let stack: RunningStack;
let shop: Shop;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallet-'));
  const WALLET_FILE = join(folder, 'wallet.json');
  await writeFile(WALLET_FILE, JSON.stringify({ google: certificates.content.google }));
  double = await startGoogleDouble(certificates.googleKey);
  const env = { WALLET_FILE, GOOGLE_WALLET_URL: double.url };
  stack = await startStack({ seed: ruleSeed, env });
  shop = new Shop(stack);
}, 60_000);
afterAll(async () => {
  await stack?.stop();
  await double.stop();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  double.calls.length = 0;
  double.fate = () => ({});
});

interface SoldCard {
  code: string;
  claimUrl: string;
}
const sold = async (lines: object[] = giftCard(50000)): Promise<SoldCard> => {
  const { id } = await shop.sell(lines);
  const { body } = await stack.get<{ data: { code: string }[] }>(`/v2/items?order_id=${id}`, { key: API_KEY });
  const code = body.data[0]?.code ?? '';
  const item = await stack.get<{ claim_url: string }>(`/v2/items/${code}`, { key: API_KEY });
  return { code, claimUrl: item.body.claim_url };
};
const linked = async ({ claimUrl }: SoldCard): Promise<string> => {
  const { status, headers } = await stack.get(`${claimUrl}/google-wallet`);
  expect(status).toBe(303);
  await stack.idle();
  return headers.get('Location') ?? '';
};
const claim = async ({ code }: SoldCard, amount: number): Promise<void> => {
  const { status } = await stack.post(`/v2/items/${code}/claim`, { key: API_KEY, body: { type: 'amount', amount } });
  expect(status).toBe(200);
  await stack.idle();
};
const settle = async (): Promise<void> => {
  await stack.advance(31);
  await stack.idle();
};
const shown = (object: string) => {
  const { state, balance } = double.kept.get(object) as { state: string; balance: { micros: string } };
  return { state, amount: Number(balance.micros) / 1_000_000 };
};
const methods = (): string[] => double.calls.map(({ method, path }) => `${method} ${path.split('/')[3]}`);

describe('a card in Google Wallet', () => {
  it('is updated with its card, with one call for the changes within 30 seconds', async () => {
    const card = await sold();
    const object = double.save(await linked(card));
    double.calls.length = 0;
    await claim(card, 100);
    await claim(card, 50);
    expect(double.calls).toEqual([]);
    await settle();
    expect(methods()).toEqual(['PATCH giftCardObject']);
    expect(shown(object)).toEqual({ state: 'ACTIVE', amount: 350 });
    await stack.post(`/v2/items/${card.code}/claim`, { key: API_KEY, body: { type: 'all' } });
    await stack.idle();
    await settle();
    expect(shown(object)).toEqual({ state: 'COMPLETED', amount: 0 });
  });

  it('becomes inactive when its card is cancelled or replaced', async () => {
    const [cancelled, replaced] = [await sold(), await sold()];
    const objects = [double.save(await linked(cancelled)), double.save(await linked(replaced))];
    const change = (code: string, what: string) =>
      stack.post(`/v2/items/${code}/${what}`, { key: API_KEY, idempotencyKey: true, body: {} });
    expect((await change(cancelled.code, 'cancel')).status).toBe(200);
    expect((await change(replaced.code, 'replace')).status).toBe(201);
    await stack.idle();
    await settle();
    expect(objects.map(shown)).toEqual([
      { state: 'INACTIVE', amount: 0 },
      { state: 'INACTIVE', amount: 0 },
    ]);
  });

  it('shows the current state when it is saved by an older link', async () => {
    const card = await sold();
    const link = await linked(card);
    expect(methods()).toEqual(['PATCH giftCardObject', 'POST giftCardClass', 'POST giftCardObject']);
    await claim(card, 100);
    await settle();
    expect(shown(double.save(link))).toEqual({ state: 'ACTIVE', amount: 400 });
  });

  it('is sent again after calls that were rejected or interrupted, or whose response was lost', async () => {
    const card = await sold();
    const object = double.save(await linked(card));
    const fates = [{ status: 503 }, { status: 429 }, { breaks: 'before' as const }, { breaks: 'after' as const }];
    double.fate = () => fates.shift() ?? {};
    double.calls.length = 0;
    await claim(card, 100);
    await settle();
    await expect.poll(() => double.calls.length).toBe(5);
    await stack.idle();
    expect(shown(object)).toEqual({ state: 'ACTIVE', amount: 400 });
  });

  it('is updated with a new validity, without a call for a rejected date', async () => {
    const card = await sold();
    const object = double.save(await linked(card));
    const extend = async (validity: string): Promise<number> => {
      const body = { validity };
      const { status } = await stack.post(`/v2/items/${card.code}/extend`, {
        key: API_KEY,
        idempotencyKey: true,
        body,
      });
      await stack.idle();
      await settle();
      return status;
    };
    expect(await extend('2033-04-01')).toBe(200);
    expect(double.kept.get(object)).toMatchObject({
      state: 'ACTIVE',
      validTimeInterval: { end: { date: expect.stringMatching(/^2033-04-01T/) as string } },
    });
    double.calls.length = 0;
    expect(await extend('2033-04-01')).toBe(422);
    expect(double.calls).toEqual([]);
  });

  it('shows the new day of the event of a ticket, with one call for several changes', async () => {
    const place = await sold([ticket(1, 1)]);
    const object = double.save(await linked(place));
    expect(object).toMatch(/^eventTicketObject\//);
    double.calls.length = 0;
    const path = '/v2/catalog/events/1';
    for (const starts_at of ['2030-06-01T19:00:00+02:00', '2030-06-02T20:00:00+02:00']) {
      const tag = (await stack.get(path, { key: API_KEY })).headers.get('etag') ?? '';
      const answer = await stack.call('PATCH', path, {
        key: API_KEY,
        headers: { 'If-Match': tag },
        body: { starts_at },
      });
      expect(answer.status).toBe(200);
    }
    for (const seconds of [300, 1500, 31]) {
      await stack.advance(seconds);
      await stack.idle();
    }
    const { classId, state } = double.kept.get(object) as { classId: string; state: string };
    const { dateTime } = double.kept.get(`eventTicketClass/${classId}`) as { dateTime: { start: string } };
    expect([state, dateTime.start]).toEqual(['ACTIVE', '2030-06-02T20:00:00+02:00']);
    // The day is a member of the class, and a class never changes, so the object gets another class.
    expect(methods().filter((call) => call.includes('eventTicket'))).toEqual([
      'PATCH eventTicketObject',
      'POST eventTicketClass',
      'POST eventTicketObject',
      'PATCH eventTicketObject',
    ]);
  });

  it('makes no call if its link was never opened', async () => {
    const card = await sold();
    await claim(card, 100);
    await settle();
    expect(double.calls).toEqual([]);
  });
});
