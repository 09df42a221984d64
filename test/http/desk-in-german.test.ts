import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DESK_KEY, deskSeed } from '../support/desk-shop.ts';
import { signInStaff } from '../support/desk.ts';
import { sell } from '../support/sales.ts';
import { giftCard, Shop } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
const stackOf = (): RunningStack => stack;
beforeAll(async () => {
  const approved = { approved_urls: ['http://127.0.0.1/', 'https://shop.example/'] };
  const companies = deskSeed.companies.map((company) => ({ ...company, ...approved }));
  stack = await startStack({ seed: { ...deskSeed, companies } });
});
afterAll(() => stack.stop());

const mads = () => signInStaff(stackOf, 'mads', 'de');
const MINUTE_MS = 60_000;

describe('a German desk', () => {
  test('reports in German that too many codes were looked up, and when to try again', async () => {
    const someone = await mads();
    // Misses are counted per minute, so all of these must be in the same minute.
    await stack.moveTo(new Date(Math.ceil(((await stack.nowMs()) + 1) / MINUTE_MS) * MINUTE_MS).toISOString());
    const lookups = Array.from({ length: 60 }, (_, at) => stack.get(`/v2/items/NOTHING-${at}`, { key: DESK_KEY }));
    expect(new Set((await Promise.all(lookups)).map(({ status }) => status))).toEqual(new Set([404]));
    const refused = await someone.open('/desk?code=NOTHING-HERE');
    expect([refused.status, Number(refused.header('retry-after')) > 0]).toEqual([429, true]);
    expect(refused.textOf('h1 + p')).toMatch(
      /^Es wurde nach zu vielen Codes gesucht, die es nicht gibt\. Es wurde nichts geändert\. Bitte in \d+ Sekunden noch einmal versuchen\.$/,
    );
    await stack.advance(60);
    expect((await someone.open('/desk?code=NOTHING-HERE')).status).toBe(404);
  });

  test('stays on the page of a card that was resent too often, and shows the error', async () => {
    const { body } = await stack.post<{ items: { code: string }[] }>('/v2/items', {
      key: DESK_KEY,
      body: { amount: 200 },
    });
    const { code } = body.items[0]!;
    const resend = { key: DESK_KEY, body: { email: 'bo@example.com' } };
    for (let times = 0; times < 10; times++) await stack.post(`/v2/items/${code}/resend`, resend);
    const someone = await mads();
    const card = await someone.open(`/desk/items/${code}`);
    const form = 'form[action$="/resend"]';
    const refused = await someone.submit(card, { email: 'else@example.com' }, { form });
    expect([refused.status, Number(refused.header('retry-after')) > 0]).toEqual([429, true]);
    expect(refused.textOf('[role=alert]')).toMatch(
      /^Ein Code wird höchstens 10 Mal am Tag gesendet\. Es wurde nichts gesendet\. Bitte in \d+ (?:Stunden|Minuten|Sekunden?) noch einmal versuchen\.$/,
    );
    expect(refused.attribute('#email', 'value')).toBe('else@example.com');
  });

  test('shows notes of the service in German, on the page of redemptions and in its file', async () => {
    const id = await sell(stack, { key: DESK_KEY, name: randomUUID() });
    await stack.idle();
    await stack.post(`/v2/orders/${id}/refund`, { key: DESK_KEY, idempotencyKey: true, body: {} });
    await stack.idle();
    const someone = await mads();
    const page = await someone.open('/desk/reports/claimed-items');
    expect(page.textOf('tbody')).toContain('Bestellung erstattet');
    const file = await someone.open('/desk/reports/claimed-items?format=csv');
    expect(file.answer.bytes.toString()).toContain(';Bestellung erstattet;');
    for (const each of [page.textOf('tbody'), file.answer.bytes.toString()])
      expect(each).not.toContain('order refunded');
  });

  test('names the fields of a delivery by the labels of its form, and keeps the input', async () => {
    const sendAt = new Date((await stack.nowMs()) + 48 * 3_600_000).toISOString();
    const { body: order } = await new Shop(stack, DESK_KEY).order(giftCard(), {
      recipient: { name: 'Bo', email: 'bo@example.com' },
      delivery: { method: 'recipient_email', send_at: sendAt },
    });
    const someone = await mads();
    const form = 'form[action$="/delivery"]';
    const page = await someone.open(`/desk/orders/${order.id}`);
    const refused = await someone.submit(page, { recipient_email: 'bo at home' }, { form });
    expect([refused.status, refused.textOf('[role=alert]')]).toEqual([
      422,
      'E-Mail des Empfängers: Das muss eine E-Mail-Adresse sein.',
    ]);
    expect(refused.attribute('#recipient_email', 'value')).toBe('bo at home');
    expect(refused.attribute('#recipient_email', 'aria-describedby')).toBe('recipient_email-fault');
    const timeless = await someone.submit(page, { send_time: '' }, { form });
    expect([timeless.status, timeless.textOf('#send_time-fault')]).toEqual([422, 'Dieses Feld ist erforderlich.']);
    const mended = await someone.send(refused, form, { recipient_email: 'bo@home.example' });
    expect(mended.textOf('.done')).toBe('Die Lieferung wurde geändert.');
  });

  test('marks an invalid amount or a missing choice in a refund', async () => {
    const order = await new Shop(stack, DESK_KEY).sell(giftCard());
    const someone = await mads();
    const form = 'form[action$="/refund"]';
    const page = await someone.open(`/desk/orders/${order.id}`);
    const wrong = await someone.submit(page, { scope: 'all', amount: 'viel' }, { form });
    expect([wrong.status, wrong.attribute('#amount', 'aria-invalid'), wrong.textOf('#amount-fault')]).toEqual([
      422,
      'true',
      'Das ist kein Betrag.',
    ]);
    expect(wrong.textOf('[role=alert]')).toBe('Betrag, falls es weniger ist: Das ist kein Betrag.');
    const nothing = await someone.submit(page, { scope: 'named' }, { form });
    expect([nothing.status, nothing.textOf('#scope-fault')]).toEqual([422, nothing.textOf('[role=alert]')]);
  });
});
