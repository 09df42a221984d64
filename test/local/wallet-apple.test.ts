import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppleDevice } from '../support/apple-device.ts';
import { startPushDouble, type PushDouble } from '../support/apple-push.ts';
import { png } from '../support/pictures.ts';
import { API_KEY, ruleSeed } from '../support/seed.ts';
import { giftCard, Shop, ticket } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';
import { generatedWallets } from '../support/wallet.ts';

const LOGO = `data:image/png;base64,${png({ width: 40, height: 20 }).toString('base64')}`;
const certificates = generatedWallets();
let folder: string;
let double: PushDouble;
let stack: RunningStack;
let shop: Shop;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallet-'));
  const WALLET_FILE = join(folder, 'wallet.json');
  await writeFile(WALLET_FILE, JSON.stringify({ apple: certificates.content.apple }));
  double = await startPushDouble();
  const env = { WALLET_FILE, APPLE_PUSH_URL: double.url };
  const [first, ...others] = ruleSeed.companies;
  const seed = { ...ruleSeed, companies: [{ ...first, brand: { assets: { logo: LOGO } } }, ...others] };
  stack = await startStack({ seed, env });
  shop = new Shop(stack);
}, 60_000);
afterAll(async () => {
  await stack?.stop();
  await double.stop();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  double.sent.length = 0;
  double.fate = () => ({ status: 200 });
});

interface SoldCard {
  code: string;
  orderId: string;
  claimUrl: string;
}
const sold = async (items: object[] = giftCard()): Promise<SoldCard> => {
  const { id: orderId } = await shop.sell(items);
  const { body } = await stack.get<{ data: { code: string }[] }>(`/v2/items?order_id=${orderId}`, { key: API_KEY });
  const code = body.data[0]?.code ?? '';
  const item = await stack.get<{ claim_url: string }>(`/v2/items/${code}`, { key: API_KEY });
  return { code, orderId, claimUrl: item.body.claim_url };
};
let devices = 0;
const added = async ({ claimUrl }: SoldCard): Promise<AppleDevice> => {
  const device = await AppleDevice.add(stack, claimUrl, { wwdr: certificates.wwdr, id: `device${++devices}` });
  await stack.idle();
  return device;
};
const claim = async ({ code }: SoldCard, amount: number): Promise<void> => {
  const { status } = await stack.post(`/v2/items/${code}/claim`, { key: API_KEY, body: { type: 'amount', amount } });
  expect(status).toBe(200);
  await stack.idle();
};
/** Waits until combined changes have been sent. */
const settle = async (): Promise<void> => {
  await stack.advance(31);
  await stack.idle();
};
const tokens = (): string[] => double.sent.map(({ token }) => token);

describe('a pass in Apple Wallet', () => {
  it('is updated with its card: a device gets one notification for the changes within 30 seconds', async () => {
    const card = await sold();
    const device = await added(card);
    expect(double.sent).toEqual([]);
    await claim(card, 100);
    await claim(card, 50);
    expect(double.sent).toEqual([]);
    await settle();
    expect(double.sent).toEqual([
      { token: device.pushToken, topic: certificates.content.apple.pass_type_id, body: '{}', signedBy: undefined },
    ]);
    expect(await device.update()).toBe(200);
    expect(device.balance).toBe(350);
    expect(device.pass.files.has('logo.png')).toBe(true);
    await stack.advance(300);
    // A list repeats changes made just before the last list; the pass itself is unchanged.
    expect(await device.update()).toBe(304);
    expect((await device.list()).status).toBe(204);
    await claim(card, 10);
    await settle();
    expect((await device.list()).body.serialNumbers).toEqual([device.serial]);
    expect(await device.update()).toBe(200);
    expect(device.balance).toBe(340);
  });

  it('becomes void when the card is cancelled, refunded or replaced, and cannot be downloaded afterwards', async () => {
    const [cancelled, refunded, replaced] = [await sold(), await sold(), await sold()];
    const all = [await added(cancelled), await added(refunded), await added(replaced)];
    const change = (code: string, what: string, body: object) =>
      stack.post(`/v2/items/${code}/${what}`, { key: API_KEY, idempotencyKey: true, body });
    expect((await change(cancelled.code, 'cancel', {})).status).toBe(200);
    expect((await shop.refund(refunded.orderId)).status).toBe(200);
    expect((await change(replaced.code, 'replace', {})).status).toBe(201);
    await stack.idle();
    await settle();
    expect(tokens().toSorted()).toEqual(all.map(({ pushToken }) => pushToken).toSorted());
    for (const device of all) {
      expect(await device.update()).toBe(200);
      expect([device.isVoid, device.balance]).toEqual([true, 0]);
    }
    expect((await stack.get(`${cancelled.claimUrl}/apple.pkpass`)).status).toBe(404);
  });

  it('is updated when the event of a ticket is rescheduled, and when the validity of a card changes', async () => {
    const [card, place] = [await sold(), await sold([ticket(1, 1)])];
    const [device, held] = [await added(card), await added(place)];
    const extended = { validity: '2033-04-01' };
    const { status } = await stack.post(`/v2/items/${card.code}/extend`, {
      key: API_KEY,
      idempotencyKey: true,
      body: extended,
    });
    expect(status).toBe(200);
    const path = '/v2/catalog/events/1';
    const tag = (await stack.get(path, { key: API_KEY })).headers.get('etag') ?? '';
    const body = { starts_at: '2030-06-01T19:00:00+02:00' };
    expect((await stack.call('PATCH', path, { key: API_KEY, headers: { 'If-Match': tag }, body })).status).toBe(200);
    for (const seconds of [300, 1500, 31]) {
      await stack.advance(seconds);
      await stack.idle();
    }
    expect(new Set(tokens())).toEqual(new Set([device.pushToken, held.pushToken]));
    expect([await device.update(), await held.update()]).toEqual([200, 200]);
    expect(device.pass.json['expirationDate']).toMatch(/^2033-04-01T/);
    expect(held.pass.json['relevantDate']).toBe('2030-06-01T17:00:00.000Z');
  });

  it('is updated when only the venue of the event of a ticket changes, even if it is registered later', async () => {
    const place = await sold([ticket(1, 1)]);
    const held = await added(place);
    const unsaved = await sold([ticket(1, 1)]);
    const late = await AppleDevice.add(stack, unsaved.claimUrl, { wwdr: certificates.wwdr, id: 'saved-later' });
    expect((await late.unregister()).status).toBe(200);
    await stack.idle();
    const path = '/v2/catalog/events/1';
    const tag = (await stack.get(path, { key: API_KEY })).headers.get('etag') ?? '';
    const body = { venue: { name: 'Store Sal', address: 'Havnegade 9', postcode: '8000' } };
    expect((await stack.call('PATCH', path, { key: API_KEY, headers: { 'If-Match': tag }, body })).status).toBe(200);
    for (const seconds of [300, 1500, 31]) {
      await stack.advance(seconds);
      await stack.idle();
    }
    expect(tokens()).toContain(held.pushToken);
    expect(tokens()).not.toContain(late.pushToken);
    expect((await late.register()).status).toBe(201);
    await stack.idle();
    expect(tokens()).toContain(late.pushToken);
    for (const device of [held, late]) {
      expect(await device.update()).toBe(200);
      expect(JSON.stringify(device.pass.json)).toContain('Store Sal');
    }
  });

  it('shows a change between download and registration, and is updated on each of its devices', async () => {
    const card = await sold();
    const first = await added(card);
    const late = await AppleDevice.add(stack, card.claimUrl, { wwdr: certificates.wwdr, id: 'late' });
    expect((await late.unregister()).status).toBe(200);
    await claim(card, 100);
    await settle();
    double.sent.length = 0;
    expect((await late.register()).status).toBe(201);
    await stack.idle();
    expect(tokens()).toContain(late.pushToken);
    for (const device of [first, late]) {
      expect(await device.update()).toBe(200);
      expect(device.balance).toBe(400);
    }
  });

  it('is removed from a device unknown to Apple, and makes no calls when it is on no other device', async () => {
    const card = await sold();
    const device = await added(card);
    double.fate = () => ({ status: 410, reason: 'Unregistered' });
    await claim(card, 100);
    await settle();
    expect(double.sent).toHaveLength(1);
    expect((await device.list('0')).status).toBe(204);
    await claim(card, 100);
    await settle();
    expect(double.sent).toHaveLength(1);
    double.fate = () => ({ status: 200 });
    expect((await device.register()).status).toBe(201);
    await stack.idle();
    await device.update();
    expect(device.balance).toBe(300);
  });

  it('causes another notification after a broken connection and after a lost response', async () => {
    const card = await sold();
    const device = await added(card);
    const fates = [
      { status: 503 },
      { status: 200, breaks: 'before' as const },
      { status: 200, breaks: 'after' as const },
    ];
    double.fate = () => fates.shift() ?? { status: 200 };
    await claim(card, 100);
    await settle();
    await expect.poll(() => double.sent.length).toBe(4);
    await stack.idle();
    expect(await device.update()).toBe(200);
    expect(device.balance).toBe(400);
  });
});

describe('the web service of passes', () => {
  it('registers once, accepts another push token, and ends a registration', async () => {
    const card = await sold();
    const device = await added(card);
    expect((await device.register()).status).toBe(200);
    device.pushToken = 'another-token-of-it';
    expect((await device.register()).status).toBe(200);
    await claim(card, 100);
    await settle();
    expect(tokens()).toEqual(['another-token-of-it']);
    expect((await device.unregister()).status).toBe(200);
    expect((await device.unregister()).status).toBe(200);
    await stack.idle();
    await claim(card, 100);
    await settle();
    expect(double.sent).toHaveLength(1);
    expect((await device.list('0')).status).toBe(204);
  });

  it('accepts only the token of the pass', async () => {
    const [device, other] = [await added(await sold()), await added(await sold())];
    for (const headers of [
      {},
      other.headers,
      { Authorization: 'ApplePass ' },
      { Authorization: `Bearer ${API_KEY}` },
    ]) {
      expect((await device.register(headers)).status).toBe(401);
      expect((await device.unregister(headers)).status).toBe(401);
      const { status, headers: replied } = await device.fetch(headers);
      expect([status, replied.get('WWW-Authenticate')]).toEqual([401, 'ApplePass']);
    }
    expect((await device.fetch()).status).toBe(200);
  });

  it('returns 404 for another pass type or device, and 400 or 422 for an invalid body', async () => {
    const device = await added(await sold());
    const registration = `devices/d1/registrations/${certificates.content.apple.pass_type_id}/${device.serial}`;
    const send = (path: string, body: unknown) =>
      stack.post<{ error: { code: string } }>(device.path(path), { headers: device.headers, body });
    expect((await send(registration.replace('pass.', 'pass.other.'), { pushToken: 'abcdefgh' })).status).toBe(404);
    expect((await send(registration.replace('d1', 'd%231'), { pushToken: 'abcdefgh' })).status).toBe(404);
    expect((await send(registration, 'no json')).status).toBe(400);
    expect((await send(registration, {})).status).toBe(422);
    expect((await stack.get(device.path('devices/unknown/registrations/pass.other'))).status).toBe(404);
    const { status } = await stack.get(
      device.path(`devices/unknown/registrations/${certificates.content.apple.pass_type_id}`),
    );
    expect(status).toBe(204);
  });

  it('records messages of devices without data that identifies a pass, and limits them by IP address', async () => {
    const device = await added(await sold());
    const logs = [`Get pass task (serial number ${device.serial}) encountered error: Unexpected response`];
    const send = () => stack.post(device.path('log'), { body: { logs } });
    expect((await send()).status).toBe(200);
    expect(stack.output.stdout + stack.output.stderr).toMatch(
      /get pass task \(serial number … encountered error: unexpected response/,
    );
    expect(stack.output.stdout + stack.output.stderr).not.toContain(device.serial);
    let status = 200;
    for (let sent = 0; sent < 20 && status === 200; sent++) status = (await send()).status;
    expect(status).toBe(429);
  });
});
