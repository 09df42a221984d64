import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { documents } from '../../functions/storage/client.ts';
import { PutCommand } from '../../functions/storage/commands.ts';
import { everyRow } from '../../functions/storage/every-row.ts';
import { erasePerson } from '../../functions/domain/reporting/privacy/erase.ts';
import { mailKey, type MailRow } from '../../functions/domain/notifications/mail/rows.ts';
import { recordDevice, recordPass } from '../../functions/domain/fulfillment/wallet/record.ts';
import { itemIdOf } from '../../functions/domain/value/items/item-id.ts';
import { getObject } from '../../functions/adapters/objects/store.ts';
import { pictureKey, printedObject, type PictureRow } from '../../functions/domain/catalog/greeting-images/rows.ts';
import { getRow, putRow, type Row } from '../../functions/storage/table.ts';
import { pointAt } from '../../lib/ops/target.ts';
import { itemSeed, Till, TILL_KEY } from '../support/item-shop.ts';
import { ops } from '../support/ops.ts';
import { png } from '../support/pictures.ts';
import { experience, giftCard, Shop, type OrderBody } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

const EMAIL = 'Frida.Unik@person.example';
const FRIEND = 'oluf@friend.example';
/** Personal data that must not remain in any row. */
const TRACES = ['frida', 'unikgade', 'kaerlig hilsen', 'vegansk'];

interface Slot {
  id: string;
  upload: { url: string; headers: Record<string, string> };
}

let stack: RunningStack;
let shop: Shop;
let till: Till;
let bought: OrderBody;
let received: OrderBody;
let directCode: string;
beforeAll(async () => {
  const delivery = { postal: { carrier: 'own_post', destinations: [{ country: 'DK', private: 4900 }] } };
  const companies = itemSeed.companies.map((each) => (each.slug === 'till' ? { ...each, delivery } : each));
  stack = await startStack({ seed: { ...itemSeed, companies } });
  await pointAt({ url: stack.url });
  shop = new Shop(stack, TILL_KEY);
  till = new Till(stack);
  const frida = { name: 'Frida Unik', email: EMAIL };
  const company = {
    name: 'Fridas Firma',
    vat_number: 'DK12345678',
    street: 'Unikgade 1',
    postcode: '2100',
    city: 'Lund',
    country: 'DK',
  };
  bought = await sold(giftCard(20_000, 2), {
    sender: { ...frida, company },
    recipient: { name: 'Oluf Ven', email: FRIEND },
    greeting: { message: 'Kaerlig hilsen', image: { source: 'upload', upload_id: await picture() } },
    marketing_consent: { granted: true, source: 'storefront_checkout', consent_text: 'News, please' },
  });
  received = await sold(giftCard(30_000), {
    sender: { name: 'Oluf Ven', email: FRIEND },
    recipient: { ...frida, email: EMAIL.toLowerCase() },
    greeting: { message: 'Kaerlig hilsen' },
  });
  directCode = await till.card(100, { receiver_name: 'Frida Unik', receiver_email: EMAIL });
  await till.claim(directCode, { type: 'amount', amount: 40 });
  const lost = await till.card(100, { receiver_name: 'Frida Unik', receiver_email: EMAIL });
  await till.do(lost, 'replace', undefined, { 'Idempotency-Key': 'lost card' });
  const lent = await till.card(100);
  await till.do(lent, 'resend', { email: EMAIL });
  await stack.idle();
  const pass = { company: 'till', code: directCode };
  await recordPass({ ...pass, firstShown: 'x' });
  const serial = itemIdOf(pass);
  await recordDevice('device1', { ...pass, serial, pushToken: 'token-of-fridas-device', registeredAtMs: 1 });
  await putRow(unsent(lent));
}, 120_000);
afterAll(() => stack.stop());

/** An unsent email to the person, for an item that the person neither bought nor received. */
const unsent = (code: string): MailRow => {
  const about = { company: 'till', mailId: 'resend-unsent', orderId: `ord_${'0'.repeat(32)}` };
  const tries = { state: 'failed', holder: 'm', heldUntilMs: 0, attempts: 8, updatedAtMs: 0 } as const;
  const message = { kind: 'items', ...about, code, email: EMAIL.toLowerCase() } as const;
  return { ...mailKey('till', about.mailId), type: 'mail', v: 1, ...about, ...tries, message };
};

const sold = async (items: object[], more: object): Promise<OrderBody> => {
  const { status, body } = await shop.order(items, more);
  expect(status, JSON.stringify(body)).toBe(201);
  await shop.pay((await shop.session(body.id)).body.url);
  await stack.idle();
  return shop.read(body.id);
};

const picture = async (): Promise<string> => {
  const bytes = png();
  const options = { key: TILL_KEY, idempotencyKey: true } as const;
  const { body: slot } = await stack.post<Slot>('/v2/greeting-images/upload-intents', {
    ...options,
    body: {
      sha256: createHash('sha256').update(bytes).digest('hex'),
      byte_size: bytes.length,
      mime: 'image/png',
    },
  });
  const put = await fetch(slot.upload.url, {
    method: 'PUT',
    body: new Uint8Array(bytes),
    headers: slot.upload.headers,
  });
  expect(put.status, await put.text()).toBe(200);
  const path = `/v2/greeting-images/upload-intents/${slot.id}/finalize`;
  const { status, body } = await stack.post<{ id: string }>(path, options);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
};

const privacy = (what: string, email = EMAIL, company = 'till') =>
  ops(stack, 'privacy', what, '--email', email, '--company', company);

const rowsNaming = async (traces: readonly string[]): Promise<Row[]> => {
  const rows: Row[] = [];
  for await (const row of everyRow('till')) {
    const text = JSON.stringify(row).toLowerCase();
    if (traces.some((trace) => text.includes(trace))) rows.push(row);
  }
  return rows;
};

const money = async () => ({
  orders: await Promise.all([bought.id, received.id].map(async (id) => (await shop.read(id)).amounts)),
  payments: await Promise.all([bought.id, received.id].map(async (id) => (await shop.read(id)).payment)),
  item: (({ amount, remaining_amount, status }) => ({ amount, remaining_amount, status }))(await till.item(directCode)),
  ledger: (await till.history(directCode)).data,
});

describe('npm run ops -- privacy', () => {
  test('export prints all data of the person as one JSON document, without data of others', async () => {
    const { status, stdout } = await privacy('export', EMAIL.toUpperCase());
    expect(status).toBe(0);
    const exported = JSON.parse(stdout) as Record<string, { id?: string; code?: string; email?: string }[]>;
    expect(exported['orders']?.map(({ id }) => id)).toEqual([bought.id, received.id]);
    expect(exported['items']).toHaveLength(6);
    expect(exported['items']?.map(({ code }) => code)).toContain(directCode);
    expect([exported['resends']?.length, exported['subscriptions']?.length]).toEqual([2, 1]);
    expect(stdout).toContain('Kaerlig hilsen');
    const unknownPerson = JSON.parse((await privacy('export', 'nobody@person.example')).stdout) as typeof exported;
    expect([unknownPerson['orders'], unknownPerson['items']]).toEqual([[], []]);
  });

  test('erase waits for orders in progress, and lists them', async () => {
    const { body: open } = await shop.order(giftCard(), { sender: { name: 'Frida Unik', email: EMAIL } });
    const { status, stderr } = await privacy('erase');
    expect([status, stderr.includes(open.id)]).toEqual([1, true]);
    expect((await shop.read(received.id)).id).toBe(received.id);
    expect(JSON.stringify(await shop.read(received.id))).toContain('Kaerlig hilsen');
    await stack.advance(3 * 86_400);
    await stack.idle();
    expect((await shop.read(open.id)).status).toBe('expired');
  });

  test('erase removes the person from every row, and keeps money, ledgers and the data of the other party', async () => {
    const before = await money();
    const { status, stdout } = await privacy('erase');
    expect([status, stdout]).toEqual([0, expect.stringContaining('orders 3, items 6, subscriptions 1, resends 2')]);
    expect(stdout).not.toContain('The email address is also in');
    await stack.idle();
    expect((await rowsNaming(TRACES)).map(({ pk, sk }) => `${pk} ${sk}`)).toEqual([]);
    expect(await money()).toEqual(before);
    const order = JSON.stringify(await shop.read(bought.id));
    expect([order.includes(FRIEND), order.includes('Oluf Ven')]).toEqual([true, true]);
    expect((await rowsNaming([FRIEND])).length).toBeGreaterThan(0);
    const [item] = (
      await stack.get<{ data: { code: string }[] }>('/v2/items', { key: TILL_KEY, query: { search: FRIEND } })
    ).body.data;
    expect((await stack.get(`/v2/items/${item?.code}/document.pdf`, { key: TILL_KEY })).status).toBe(200);
    // Documents are rendered again without the person, so the other party's links still work.
    for (const { id } of [bought, received])
      expect((await stack.get(`/v2/orders/${id}/gift-card.pdf`, { key: TILL_KEY })).status).toBe(200);
    const reply = await stack.get<{ data: unknown[] }>('/v2/items', { key: TILL_KEY, query: { search: 'frida' } });
    expect(reply.body.data).toEqual([]);
    const list = await stack.get<{ data: unknown[] }>('/v2/orders', { key: TILL_KEY, query: { email: EMAIL } });
    expect(list.body.data).toEqual([]);
    expect((await stack.get<{ data: unknown[] }>('/v2/subscribers', { key: TILL_KEY })).body.data).toEqual([]);
  });

  test('an erased person gets no more email, for any event of their purchases and gifts', async () => {
    const to = async (address: string) => (await stack.mail(address)).length;
    const before = await to(FRIEND);
    for (const { id } of [bought, received]) {
      expect((await shop.refund(id, { amount: 500 })).status).toBe(200);
    }
    await stack.idle();
    expect([await to('erased@erased.invalid'), (await to(FRIEND)) - before]).toEqual([0, 1]);
  });

  test('the books stay consistent, a second erasure finds nothing, and the item can still be spent', async () => {
    await stack.runSchedule('integrity-check');
    const { body } = await stack.get<{ checks: { checked: number; faults: number }[]; findings: unknown[] }>(
      '/v2/reports/integrity',
      { key: TILL_KEY },
    );
    expect(body.findings).toEqual([]);
    expect(body.checks.filter(({ faults }) => faults !== 0)).toEqual([]);
    expect(Math.max(...body.checks.map(({ checked }) => checked))).toBeGreaterThan(3);
    expect((await privacy('erase')).stdout).toContain('orders 0, items 0');
    expect((await till.claim(directCode, { type: 'amount', amount: 60 })).status).toBe(200);
  });

  test('erases the phone number of a postal address from an order of another buyer for another recipient', async () => {
    const away = 'away@person.example';
    const address = { kind: 'private', name: 'Nina', street: 'Vej 2', postcode: '2100', city: 'Lund', country: 'DK' };
    await stack.fault('mail', 'after-commit', 1);
    const posted = await sold(giftCard(40_000), {
      sender: { name: 'Oluf Ven', email: FRIEND },
      recipient: { name: 'Tove', email: 'tove@friend.example' },
      delivery: { method: 'postal', address: { ...address, phone: '+4599887766', email: away } },
    });
    const [found] = (
      await stack.get<{ data: { code: string }[] }>('/v2/items', {
        key: TILL_KEY,
        query: { search: 'tove@friend.example' },
      })
    ).body.data;
    const code = found?.code ?? '';
    const phone = async () =>
      (({ reciever_phone: exported, reciever_email: to }) => [exported, to])(await till.item(code));
    expect(await phone()).toEqual(['+4599887766', 'tove@friend.example']);
    const early = await privacy('erase', away);
    expect([early.status, early.stderr]).toEqual([1, expect.stringContaining(posted.id)]);
    const { body: waiting } = await stack.get<{ data: { id: string }[] }>('/v2/shipments', { key: TILL_KEY });
    const path = `/v2/shipments/${waiting.data[0]?.id}/posted`;
    expect((await stack.post(path, { key: TILL_KEY, idempotencyKey: true })).status).toBe(200);
    expect((await privacy('erase', away)).stdout).toContain('orders 1, items 1');
    expect(await phone()).toEqual([null, 'tove@friend.example']);
    expect((await rowsNaming(['99887766', away])).map(({ pk, sk }) => `${pk} ${sk}`)).toEqual([]);
    // The buyer's email, whose first response was lost, can still be sent again.
    const before = (await stack.mail(FRIEND)).length;
    const again = await ops(stack, 'mails', '--company', 'till', '--again', `${posted.id}-confirmation`);
    expect(again.status, again.stderr).toBe(0);
    await stack.idle();
    expect((await stack.mail(FRIEND)).length - before).toBe(1);
  });

  test('erase is safe during concurrent activity of other customers', async () => {
    const busy = 'busy@person.example';
    const codes = await Promise.all(
      Array.from({ length: 4 }, () => till.card(100, { receiver_name: 'Busy', receiver_email: busy })),
    );
    let isErased = false;
    const erasing = erasePerson('till', busy).finally(() => (isErased = true));
    let taken = 0;
    for (; !isErased && taken < 90; taken++) {
      const claims = await Promise.all(codes.map((code) => till.claim(code, { type: 'amount', amount: 1 })));
      expect(claims.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    }
    expect(await erasing).toMatchObject({ items: 4, left: [] });
    expect(await rowsNaming([busy])).toEqual([]);
    expect((await till.item(codes[0] ?? '')).remaining_amount).toBe(100 - taken);
  });

  test('erase removes the person from the compressed recorded response of many items', async () => {
    const many = 'many@person.example';
    const body = { amount: 100, piece: 200, receiver_name: 'Mange Kort', receiver_email: many };
    const headers = { 'X-Request-Guid': 'many-cards-of-one-person' };
    const issued = await till.issue(body, headers);
    expect([issued.status, JSON.stringify(issued.body).includes(many)]).toEqual([201, true]);
    const { stdout } = await privacy('erase', many);
    expect(stdout).toContain('items 200');
    expect(stdout).not.toContain('The email address is also in');
    const repeated = await till.issue(body, headers);
    expect(JSON.stringify(repeated.body)).not.toMatch(/many@person|Mange Kort/);
    const codesOf = ({ body: { items } }: typeof issued) => items.map(({ code, amount }) => [code, amount]);
    expect(codesOf(repeated)).toEqual(codesOf(issued));
  });

  test('erase keeps a picture that was released and is now used by another order', async () => {
    const greeting = { message: 'Hej', image: { source: 'upload', upload_id: await picture() } };
    const typo = { name: 'Ida Tastefejl', email: 'typo@person.example' };
    const { body: mistaken } = await shop.order(giftCard(), { sender: typo, greeting });
    await stack.advance(3 * 86_400);
    await stack.idle();
    expect((await shop.read(mistaken.id)).status).toBe('expired');
    const right = await sold(giftCard(), { sender: { name: 'Ida Ret', email: 'right@person.example' }, greeting });
    expect((await privacy('erase', typo.email)).stdout).toContain('orders 1');
    const row = await getRow<PictureRow>(pictureKey('till', greeting.image.upload_id), { consistent: true });
    expect(row?.usedBy).toBe(right.id);
    expect(await getObject('pictures', printedObject('till', greeting.image.upload_id))).toBeDefined();
    expect((await privacy('erase', 'right@person.example')).stdout).toContain('orders 1');
    expect(await getObject('pictures', printedObject('till', greeting.image.upload_id))).toBeUndefined();
  });

  test('the next erasure completes one that was interrupted after an item, including the pass of the item', async () => {
    const ines = 'ines@person.example';
    const code = await till.card(100, { receiver_name: 'Ines', receiver_email: ines });
    const pass = { company: 'till', code };
    await recordPass({ ...pass, firstShown: 'x' });
    const device = { ...pass, serial: itemIdOf(pass), pushToken: 'token-of-ines', registeredAtMs: 1 };
    await recordDevice('device2', device);
    const send = documents.send.bind(documents);
    const sent = vi.spyOn(documents, 'send').mockImplementation(async (command) => {
      const output = await send(command);
      if (command instanceof PutCommand && 'remainingMinor' in command.input.Item) throw new Error('interrupted');
      return output;
    });
    await expect(erasePerson('till', ines)).rejects.toThrow('interrupted');
    sent.mockRestore();
    expect(await erasePerson('till', ines)).toMatchObject({ left: [] });
    expect(await rowsNaming([ines, 'token-of-ines'])).toEqual([]);
  });

  test('rejects an invalid email address and an unknown company', async () => {
    expect((await privacy('erase', 'no address')).stderr).toContain('Usage');
    expect((await privacy('erase', EMAIL, 'nowhere')).stderr).toContain('There is no company nowhere');
  });

  test('erase keeps a concurrent hold, and removes the person from payments by card', async () => {
    const gerda = { name: 'Gerda Unik', email: 'gerda@hold.example' };
    const code = await till.card(2000, { receiver_name: gerda.name, receiver_email: gerda.email });
    const { body: order } = await shop.order(experience(1), { sender: gerda, recipient: gerda });
    const headers = { 'Idempotency-Key': 'gerda-card' };
    const applied = await stack.post(`/v2/orders/${order.id}/gift-cards`, { key: TILL_KEY, body: { code }, headers });
    expect(applied.status).toBe(201);
    await stack.idle();
    const hold = (at: number) =>
      stack.post<{ id: string }>('/v2/redemptions', {
        key: TILL_KEY,
        idempotencyKey: true,
        body: { sources: [{ code, amount: 10 }], capture: false, reference: `hold-${at}` },
      });
    const [erased, ...holds] = await Promise.all([erasePerson('till', gerda.email), ...[1, 2, 3].map(hold)]);
    expect(erased).toMatchObject({ orders: 1, items: expect.any(Number), left: [] });
    expect(holds.map(({ status }) => status)).toEqual([201, 201, 201]);
    for (const { body } of holds) {
      const path = `/v2/redemptions/${body.id}/capture`;
      expect((await stack.post(path, { key: TILL_KEY, idempotencyKey: true })).status).toBe(200);
    }
    await stack.idle();
    expect((await till.item(code)).remaining_amount).toBe(2000 - order.amounts.total / 100 - 30);
    expect((await rowsNaming(['gerda'])).map(({ pk, sk }) => `${pk} ${sk}`)).toEqual([]);
  });
});
