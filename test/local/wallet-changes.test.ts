import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppleDevice } from '../support/apple-device.ts';
import { startPushDouble, type PushDouble, type PushFate } from '../support/apple-push.ts';
import { startGoogleDouble, type GoogleDouble, type GoogleFate } from '../support/google-wallet.ts';
import { API_KEY, ruleSeed } from '../support/seed.ts';
import { giftCard, Shop } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';
import { generatedWallets } from '../support/wallet.ts';

const SEED = Number(process.env['WALLET_SEED'] ?? 20_270_301);
const CHANGES = 200;
const CARDS = 6;

const certificates = generatedWallets(1024);
let folder: string;
let apple: PushDouble;
let google: GoogleDouble;
let stack: RunningStack;
let shop: Shop;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallet-'));
  const WALLET_FILE = join(folder, 'wallet.json');
  await writeFile(WALLET_FILE, JSON.stringify(certificates.content));
  [apple, google] = [await startPushDouble(), await startGoogleDouble(certificates.googleKey)];
  const env = { WALLET_FILE, APPLE_PUSH_URL: apple.url, GOOGLE_WALLET_URL: google.url };
  stack = await startStack({ seed: ruleSeed, env });
  shop = new Shop(stack);
}, 60_000);
afterAll(async () => {
  await stack?.stop();
  await Promise.all([apple.stop(), google.stop()]);
  await rm(folder, { recursive: true });
});

/** A generator that returns the same numbers for the same seed (mulberry32). */
const randomOf = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};
const random = randomOf(SEED);
const oneOf = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;

interface Card {
  code: string;
  devices: AppleDevice[];
  object: string;
}

/** A card on two devices and in Google Wallet. */
const saved = async (number: number): Promise<Card> => {
  const { id } = await shop.sell(giftCard(500_000));
  const { body } = await stack.get<{ data: { code: string }[] }>(`/v2/items?order_id=${id}`, { key: API_KEY });
  const code = body.data[0]?.code ?? '';
  const { claim_url: url } = (await stack.get<{ claim_url: string }>(`/v2/items/${code}`, { key: API_KEY })).body;
  const devices = [];
  for (const name of ['a', 'b']) {
    devices.push(await AppleDevice.add(stack, url, { wwdr: certificates.wwdr, id: `card${number}${name}` }));
  }
  const { headers } = await stack.get(`${url}/google-wallet`);
  return { code, devices, object: google.save(headers.get('Location') ?? '') };
};

const change = async ({ code }: Card): Promise<void> => {
  const amount = 1 + Math.floor(random() * 200);
  const [what, body] = oneOf<[string, object]>([
    ['claim', { type: 'amount', amount }],
    ['claim', { type: 'amount', amount }],
    ['refund', { type: 'amount', amount }],
    ['adjust', { amount, reason: 'complaint' }],
    ['adjust', { amount: -amount, reason: 'complaint' }],
    ['extend', { validity: `${2032 + Math.floor(random() * 5)}-03-01` }],
  ]);
  const { status } = await stack.post(`/v2/items/${code}/${what}`, { key: API_KEY, idempotencyKey: true, body });
  expect(status, what).toBeLessThan(500);
};

/** Devices that were notified and have not fetched yet. */
const notified = new Set<AppleDevice>();
const fetchAll = async (lost: () => boolean): Promise<void> => {
  for (const device of notified) {
    if (lost()) continue;
    notified.delete(device);
    await device.update();
  }
};

/**
 * Waits until all changes are processed. On a slow machine, this can take longer than the time limit of one request.
 */
const waitForBacklog = async (): Promise<void> => {
  while ((await stack.post('/_local/idle')).status === 504);
};

it(`every pass is correct after ${CHANGES} random changes, with lost, late or reordered calls`, async () => {
  const cards = await Promise.all(Array.from({ length: CARDS }, (_, at) => saved(at)));
  await stack.idle();
  const devices = cards.flatMap((card) => card.devices);
  const gone = new Set([devices[1]!.pushToken, devices[3]!.pushToken]);
  apple.delivered = (token) => {
    const device = devices.find(({ pushToken }) => pushToken === token);
    if (device) notified.add(device);
  };
  apple.fate = (token): PushFate =>
    gone.has(token)
      ? { status: 410, reason: 'Unregistered' }
      : oneOf<PushFate>([
          { status: 200 },
          { status: 200, delayMs: 300 },
          { status: 200, breaks: 'after' },
          { status: 200, breaks: 'before' },
          { status: 503, reason: 'ServiceUnavailable' },
        ]);
  google.fate = (): GoogleFate =>
    oneOf<GoogleFate>([
      {},
      { delayMs: 300 },
      { breaks: 'after' },
      { breaks: 'before' },
      { lateMs: 1500 },
      { status: 503 },
    ]);
  for (let done = 0; done < CHANGES; done++) {
    await change(oneOf(cards));
    if (random() < 0.15) await stack.advance(10 + Math.floor(random() * 40));
    if (random() < 0.3) await fetchAll(() => random() < 0.4);
  }
  const [cancelled, replaced] = cards;
  const end = (card: Card, what: string) =>
    stack.post(`/v2/items/${card.code}/${what}`, { key: API_KEY, idempotencyKey: true, body: {} });
  await end(cancelled!, 'refund');
  const ended = [await end(cancelled!, 'cancel'), await end(replaced!, 'replace')].map(({ status }) => status < 300);
  await waitForBacklog();
  await stack.advance(31);
  await waitForBacklog();
  // The wallets recover. Late calls arrive before the state is confirmed.
  apple.fate = (token) => (gone.has(token) ? { status: 410, reason: 'Unregistered' } : { status: 200 });
  google.fate = () => ({});
  await new Promise((resolve) => setTimeout(resolve, 2000));
  for (let round = 0; round < 3; round++) {
    await stack.advance(610);
    await waitForBacklog();
  }
  await fetchAll(() => false);
  for (const [at, card] of cards.entries()) {
    const { body } = await stack.get<{ remaining_amount: number; status: number }>(`/v2/items/${card.code}`, {
      key: API_KEY,
    });
    const object = google.kept.get(card.object) as { state: string; balance: { micros: string } };
    expect(Number(object.balance.micros) / 1_000_000, `Google, card ${at}`).toBe(body.remaining_amount);
    expect(object.state, `Google, card ${at}`).toBe(at < 2 && ended[at] ? 'INACTIVE' : 'ACTIVE');
    for (const device of card.devices.filter(({ pushToken }) => !gone.has(pushToken))) {
      expect(device.balance, `Apple, ${device.id}`).toBe(body.remaining_amount);
      expect(device.isVoid, `Apple, ${device.id}`).toBe(at < 2 && ended[at]);
    }
  }
  expect(ended[1]).toBe(true);
}, 600_000);
