import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppleDevice } from '../support/apple-device.ts';
import { startPushDouble } from '../support/apple-push.ts';
import { startGoogleDouble } from '../support/google-wallet.ts';
import { API_KEY, ruleSeed } from '../support/seed.ts';
import { giftCard, Shop } from '../support/shop.ts';
import { startStack, type FunctionUsage, type RunningStack } from '../support/stack.ts';
import { generatedWallets } from '../support/wallet.ts';
import { roundTo, type Section } from './report.ts';

const CARDS = Number(process.env['BENCH_WALLET_CARDS'] ?? 100);
const COALESCED_SECONDS = 31;
/** Functions that run after the request of a change, and for calls from devices. */
const FUNCTIONS = ['stream-relay', 'wallet-passes', 'area-wallet'];

const certificates = generatedWallets();

const sellCard = async (stack: RunningStack): Promise<{ code: string; url: string }> => {
  const { id } = await new Shop(stack).sell(giftCard(50_000));
  const { body } = await stack.get<{ data: { code: string }[] }>(`/v2/items?order_id=${id}`, { key: API_KEY });
  const code = body.data[0]?.code ?? '';
  const item = await stack.get<{ claim_url: string }>(`/v2/items/${code}`, { key: API_KEY });
  return { code, url: item.body.claim_url };
};

const claim = (stack: RunningStack, code: string) =>
  stack.post(`/v2/items/${code}/claim`, { key: API_KEY, body: { type: 'amount', amount: 1 } });

/** Cost of one change to each card. */
const measure = async (stack: RunningStack, wallets: string, codes: readonly string[], devices: AppleDevice[]) => {
  await stack.idle();
  await stack.resetUsage();
  for (const code of codes) await claim(stack, code);
  await stack.idle();
  const started = performance.now();
  await stack.advance(COALESCED_SECONDS);
  await stack.idle();
  const sentMs = performance.now() - started;
  for (const device of devices) await device.update();
  const usage = await stack.usage();
  const used = FUNCTIONS.map((name) => usage[name]).filter((each): each is FunctionUsage => each !== undefined);
  const each = (of: (usage: FunctionUsage) => number): number =>
    roundTo(used.reduce((sum, one) => sum + of(one), 0) / codes.length, 2);
  const request = usage['claim-item'];
  return {
    wallets,
    changes: codes.length,
    'claim WCU': roundTo((request?.wcu ?? 0) / codes.length, 2),
    'calls after': each(({ calls }) => calls),
    'RCU after': each(({ rcu }) => rcu),
    'WCU after': each(({ wcu }) => wcu),
    'changes/s': roundTo((codes.length * 1000) / sentMs),
  };
};

/** Cost of a change to a card, by the wallet that has its pass, and the rate of changes. */
export const benchWallets = async (): Promise<Section> => {
  const folder = await mkdtemp(join(tmpdir(), 'wallet-'));
  const WALLET_FILE = join(folder, 'wallet.json');
  await writeFile(WALLET_FILE, JSON.stringify(certificates.content));
  const [apple, google] = [await startPushDouble(), await startGoogleDouble(certificates.googleKey)];
  const env = { WALLET_FILE, APPLE_PUSH_URL: apple.url, GOOGLE_WALLET_URL: google.url, LOG_LEVEL: 'silent' };
  const stack = await startStack({ seed: ruleSeed, env });
  try {
    const codes: Record<'none' | 'apple' | 'google', string[]> = { none: [], apple: [], google: [] };
    const devices: AppleDevice[] = [];
    for (let number = 0; number < CARDS; number++) {
      const [none, one, other] = [await sellCard(stack), await sellCard(stack), await sellCard(stack)];
      codes.none.push(none.code);
      codes.apple.push(one.code);
      codes.google.push(other.code);
      devices.push(await AppleDevice.add(stack, one.url, { wwdr: certificates.wwdr, id: `device${number}` }));
      await stack.get(`${other.url}/google-wallet`);
      // Lookups are limited by IP address.
      await stack.advance(2);
    }
    return {
      title: `Wallets: one change of ${CARDS} cards each`,
      note:
        'Table calls and units of one change: of its request, and of the work that follows, including the calls of the device ' +
        'that fetches the pass. Wallets respond immediately, on this machine.',
      rows: [
        await measure(stack, 'none', codes.none, []),
        await measure(stack, 'Apple', codes.apple, devices),
        await measure(stack, 'Google', codes.google, []),
      ],
    };
  } finally {
    await stack.stop();
    await Promise.all([apple.stop(), google.stop()]);
    await rm(folder, { recursive: true });
  }
};
