import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DESK_KEY, deskSeed } from '../support/desk-shop.ts';
import { signInStaff, type Clerk } from '../support/desk.ts';
import type { FormInput, FoundPage } from '../support/page-visitor.ts';
import { openSession, pay, sell } from '../support/sales.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
const stackOf = (): RunningStack => stack;

beforeAll(async () => {
  stack = await startStack({ seed: { ...deskSeed, experiences: [EXPERIENCE] } });
});
afterAll(() => stack.stop());

/** An experience of 300.00 that can be paid by gift card. */
const EXPERIENCE = {
  id: 1,
  company: 'nordlys',
  name: 'Dinner',
  options: [{ id: 1, name: 'For one', amount: 30000 }],
};

const FORM = 'form[action$="/refund"]';
const kr = (amount: string): string => `DKK ${amount}`;

interface Item {
  code: string;
  status_name: string;
  remaining_amount: number;
}

/** Sells three cards of 200.00, paid and issued. */
const sold = async (quantity = 3): Promise<string> => {
  const id = await sell(stack, { key: DESK_KEY, name: randomUUID(), quantity });
  await stack.idle();
  return id;
};
/** Sells an experience that is paid by cards of 200.00 and, for the rest, at the gateway. */
const soldForCards = async (quantity = 2): Promise<string> => {
  const { body } = await stack.post<{ id: string }>('/v2/orders', {
    key: DESK_KEY,
    idempotencyKey: true,
    body: {
      items: [{ product_id: 'gcv_1', product_option_id: 'gcvo_1', quantity: 1 }],
      sender: { name: 'Anna', email: 'anna@example.test' },
    },
  });
  for (const { code } of await itemsOf(await sold(quantity))) {
    const path = `/v2/orders/${body.id}/gift-cards`;
    const applied = await stack.post(path, { key: DESK_KEY, idempotencyKey: true, body: { code } });
    expect(applied.status).toBe(201);
  }
  const isPaid = quantity * 20000 >= 30000;
  if (!isPaid) await pay(stack, await openSession(stack, { key: DESK_KEY, name: randomUUID() }, body.id));
  await stack.idle();
  return body.id;
};
const itemsOf = async (id: string): Promise<Item[]> =>
  (await stack.get<{ data: Item[] }>(`/v2/items?order_id=${id}`, { key: DESK_KEY })).body.data;
const refundedOf = async (id: string): Promise<number> => {
  const { body } = await stack.get<{ payment: { refunded_amount: number } }>(`/v2/orders/${id}`, { key: DESK_KEY });
  return body.payment.refunded_amount;
};
const previewBy = async (someone: Clerk, id: string, filling: FormInput): Promise<FoundPage> =>
  someone.submit(await someone.open(`/desk/orders/${id}`), filling, { form: FORM, step: 'preview' });
const confirm = (someone: Clerk, shown: FoundPage): Promise<FoundPage> =>
  someone.submit(shown, {}, { form: FORM, step: 'confirm' });
/** The lists in a preview, by the sentence above each. */
const losses = (page: FoundPage): Record<string, string[]> =>
  Object.fromEntries(
    page.root
      .querySelectorAll('main ul')
      .map((list) => [
        list.previousElementSibling?.text.trim() ?? '',
        list.querySelectorAll('li').map((each) => each.text.replaceAll(/\s+/g, ' ').trim()),
      ]),
  );

test('a refund keeps the link back to the search that found the order', async () => {
  const id = await sold();
  const mads = await signInStaff(stackOf, 'mads');
  const order = await mads.open(`/desk/orders/${id}?q=Anna+%26+Bo*`);
  const refused = await mads.submit(order, { amount: 'much' }, { form: FORM, step: 'preview' });
  const preview = await mads.submit(refused, { scope: 'all', amount: '100' }, { form: FORM, step: 'preview' });
  const done = await mads.follow(await confirm(mads, preview));
  expect([refused.status, done.textOf('.done')]).toEqual([422, `${kr('100.00')} was refunded.`]);
  expect(preview.attribute('main p:last-child a', 'href')).toMatch(/\?q=Anna\+%26\+Bo\*/);
  for (const page of [order, refused, done]) {
    expect(page.attribute('.back a', 'href')).toBe('/desk/search?q=Anna+%26+Bo*');
  }
  await stack.idle();
});

test('an order and its refund form name product and option', async () => {
  const id = await soldForCards();
  const order = await (await signInStaff(stackOf, 'mads')).open(`/desk/orders/${id}`);
  expect(order.textsOf('#lines + .scroll tbody td')[0]).toBe('Dinner, For one');
  expect(order.textOf('fieldset .choice')).toMatch(/^Dinner, For one, [-0-9A-Z]+, Paid$/);
});

describe('two managers who refund the same order', () => {
  const HUNDRED = { scope: 'all', amount: '100' };

  /** Both confirm the same preview; the second is refused. */
  const refundTwice = async (id: string) => {
    const [mads, sille] = [await signInStaff(stackOf, 'mads'), await signInStaff(stackOf, 'sille')];
    const [first, second] = [await previewBy(mads, id, HUNDRED), await previewBy(sille, id, HUNDRED)];
    expect((await mads.follow(await confirm(mads, first))).textOf('.done')).toBe(`${kr('100.00')} was refunded.`);
    const refused = await confirm(sille, second);
    expect([refused.status, refused.textOf('[role=alert]')]).toEqual([
      409,
      `${kr('100.00')} was refunded in the meantime. Your refund was not made: this is what would happen now.`,
    ]);
    return { sille, refused };
  };

  test('do not both refund after the same preview, and the second sees the refund of the first', async () => {
    const id = await sold();
    const { sille, refused } = await refundTwice(id);
    const order = (await sille.open(`/desk/orders/${id}`)).textOf('h1');
    expect([refused.textOf('h1 + p'), refused.textOf('title')]).toEqual([order, expect.stringContaining(order)]);
    expect(refused.text).toContain(`After that ${kr('400.00')} of the order can still be refunded.`);
    expect(await refundedOf(id)).toBe(10000);
    // A second confirmation applies to the preview that is shown now.
    expect((await confirm(sille, refused)).status).toBe(303);
    expect(await refundedOf(id)).toBe(20000);
    await stack.idle();
  });

  test('do not both refund to the cards that paid for it after the same preview', async () => {
    const id = await soldForCards();
    await refundTwice(id);
    await stack.idle();
  });

  test('refund it once when they confirm concurrently', async () => {
    const id = await sold();
    const [mads, sille] = [await signInStaff(stackOf, 'mads'), await signInStaff(stackOf, 'sille')];
    const [first, second] = [await previewBy(mads, id, HUNDRED), await previewBy(sille, id, HUNDRED)];
    const answers = await Promise.all([confirm(mads, first), confirm(sille, second)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409]);
    expect(await refundedOf(id)).toBe(10000);
  });

  test('see the reason in their language', async () => {
    const id = await sold();
    const shown = new Map<string, [Clerk, FoundPage]>();
    for (const language of ['da', 'de', 'sv', 'no']) {
      const sille = await signInStaff(stackOf, 'sille', language);
      shown.set(language, [sille, await previewBy(sille, id, HUNDRED)]);
    }
    const mads = await signInStaff(stackOf, 'mads');
    await confirm(mads, await previewBy(mads, id, { scope: 'all', amount: '50' }));
    const refused: Record<string, string> = {};
    for (const [language, [sille, page]] of shown)
      refused[language] = (await confirm(sille, page)).textOf('[role=alert]');
    expect(refused).toMatchObject({
      da: expect.stringMatching(/^50,00 kr\. er refunderet i mellemtiden/),
      de: expect.stringMatching(/^Inzwischen wurden 50,00 DKK erstattet/),
      sv: expect.stringMatching(/^50,00 Dkr har betalats tillbaka under tiden/),
      no: expect.stringMatching(/^50,00 DKK er refundert i mellomtiden/),
    });
    expect(await refundedOf(id)).toBe(5000);
  });

  test('get the first response for a repeated form, even after another refund', async () => {
    const id = await sold();
    const [mads, sille] = [await signInStaff(stackOf, 'mads'), await signInStaff(stackOf, 'sille')];
    const first = await previewBy(mads, id, HUNDRED);
    // The response is lost, and the form is repeated after another user's refund.
    await confirm(mads, first);
    await confirm(sille, await previewBy(sille, id, { scope: 'all', amount: '50' }));
    const again = await confirm(mads, first);
    expect((await mads.follow(again)).textOf('.done')).toBe(`${kr('100.00')} was refunded.`);
    expect(await refundedOf(id)).toBe(15000);
  });
});

describe('preview of a refund’s effect on the items', () => {
  test('shows which cards an amount withdraws, the last one first, and whose value it lowers', async () => {
    const id = await sold();
    const codes = (await itemsOf(id)).map(({ code }) => code);
    const mads = await signInStaff(stackOf, 'mads');
    const shown = await previewBy(mads, id, { scope: 'all', amount: '250' });
    expect(losses(shown)).toEqual({
      'These can no longer be used:': [`Card, ${codes[2]}: now ${kr('200.00')}`],
      'These lose value:': [`Card, ${codes[1]}: now ${kr('200.00')}, then ${kr('150.00')}`],
    });
    expect((await confirm(mads, shown)).status).toBe(303);
    const after = (await itemsOf(id)).map(({ status_name: state, remaining_amount: left }) => [state, left]);
    expect(after).toEqual([
      ['Paid', 200],
      ['Paid', 150],
      ['Cancelled', 0],
    ]);
  });

  test('shows everything for a full refund', async () => {
    const id = await sold(2);
    const codes = (await itemsOf(id)).map(({ code }) => code);
    const shown = await previewBy(await signInStaff(stackOf, 'mads'), id, { scope: 'all' });
    expect(losses(shown)).toEqual({
      'These can no longer be used:': codes.map((code) => `Card, ${code}: now ${kr('200.00')}`),
    });
    expect(shown.text).not.toContain('can still be refunded');
  });

  test('shows which part goes back to gift cards that paid for the order, and which to the buyer', async () => {
    const id = await soldForCards(1);
    const mads = await signInStaff(stackOf, 'mads');
    const partOf = async (amount: string): Promise<(string | undefined)[]> => {
      const { text } = await previewBy(mads, id, { scope: 'all', amount });
      return [
        /DKK.[\d.]+ goes back to gift cards/.exec(text)?.[0],
        /DKK.[\d.]+ is refunded to the buyer/.exec(text)?.[0],
      ];
    };
    const order = await mads.open(`/desk/orders/${id}`);
    expect(order.textOf('.facts')).toContain(`Gift cards that pay the order ${kr('200.00')}`);
    expect(await partOf('150')).toEqual([`${kr('150.00')} goes back to gift cards`, undefined]);
    expect(await partOf('250')).toEqual([
      `${kr('200.00')} goes back to gift cards`,
      `${kr('50.00')} is refunded to the buyer`,
    ]);
    await confirm(mads, await previewBy(mads, id, { scope: 'all', amount: '250' }));
    const refunded = await mads.open(`/desk/orders/${id}`);
    expect(refunded.textOf('.facts')).toContain(`Refunded ${kr('250.00')} Of which to gift cards ${kr('200.00')}`);
    expect(refunded.textsOf('section:has(#refunds) tbody td').slice(1, 5)).toEqual([
      'Refunded here',
      kr('250.00'),
      kr('200.00'),
      'Refunded',
    ]);
    expect(refunded.textsOf('section:has(#life) th')).toEqual([
      'When',
      'What',
      'Paid',
      'Refunded',
      'Of which to gift cards',
      'Who',
    ]);
    const history = refunded.root
      .querySelectorAll('section:has(#life) tbody tr')
      .map((row) => row.querySelectorAll('td').map((cell) => cell.text.replaceAll(/\s+/g, ' ').trim()));
    // The order was created, and later paid in full, in part by gift cards.
    const total = refunded.textsOf('section:has(#lines) tbody tr:last-child td').at(-1);
    const paid = history.map((row) => row[2]).toReversed();
    expect([paid[0], new Set(paid.filter((amount) => amount !== ''))]).toEqual(['', new Set([total])]);
    expect(refunded.textOf('.facts')).toContain(`Paid ${total} Gift cards that pay the order ${kr('200.00')}`);
    const amounts = history.map(([, , , whole, toCards]) => [whole, toCards]);
    expect(amounts[0]).toEqual([kr('250.00'), kr('200.00')]);
    expect(
      amounts
        .slice(1)
        .flat()
        .every((amount) => amount === ''),
    ).toBe(true);
  });

  test('offers what is not refunded yet, and a cancelled item until it is refunded', async () => {
    const id = await sold();
    const codes = (await itemsOf(id)).map(({ code }) => code);
    const mads = await signInStaff(stackOf, 'mads');
    const offered = async (): Promise<Set<string | undefined>> => {
      const fields = (await mads.open(`/desk/orders/${id}`)).root.querySelectorAll(`${FORM} [name^="item."]`);
      return new Set(fields.map((field) => field.getAttribute('name')?.slice('item.'.length)));
    };
    await stack.post(`/v2/items/${codes[0]}/cancel`, { key: DESK_KEY });
    const replaced = await stack.post<Item>(`/v2/items/${codes[1]}/replace`, {
      key: DESK_KEY,
      idempotencyKey: true,
      body: {},
    });
    const open = [codes[0], codes[2], replaced.body.code];
    expect(await offered()).toEqual(new Set(open));
    const named = { scope: 'named', [`item.${codes[0]}`]: 'yes' };
    const first = await previewBy(mads, id, named);
    const stale = await mads.open(`/desk/orders/${id}`);
    expect((await confirm(mads, first)).status).toBe(303);
    expect(await offered()).toEqual(new Set(open.slice(1)));
    const refused = await mads.submit(stale, named, { form: FORM, step: 'preview' });
    expect([refused.status, refused.root.querySelector(`[name="item.${codes[0]}"]`)]).toEqual([422, expect.anything()]);
  });

  test('names the cards whose used value is paid back, even when they were used after it was shown', async () => {
    const id = await sold(2);
    const [first, second] = (await itemsOf(id)).map(({ code }) => code);
    const claim = (code: string | undefined, body: object) =>
      stack.post(`/v2/items/${code}/claim`, { key: DESK_KEY, body });
    await claim(second, { type: 'all' });
    const mads = await signInStaff(stackOf, 'mads');
    const shown = await previewBy(mads, id, { scope: 'all' });
    const spent = 'The value already used on these is refunded as well:';
    expect(losses(shown)).toEqual({
      [spent]: [`Card, ${second}: ${kr('200.00')} used`],
      'These can no longer be used:': [`Card, ${first}: now ${kr('200.00')}`],
    });
    await claim(first, { type: 'amount', amount: 50 });
    const refused = await confirm(mads, shown);
    expect([refused.status, losses(refused)[spent]]).toEqual([
      409,
      [`Card, ${first}: ${kr('50.00')} used`, `Card, ${second}: ${kr('200.00')} used`],
    ]);
    expect(await refundedOf(id)).toBe(0);
    // A refund of only the unused value affects only the unused card.
    expect(losses(await previewBy(mads, id, { scope: 'all', amount: '150' }))).toEqual({
      'These can no longer be used:': [`Card, ${first}: now ${kr('150.00')}`],
    });
  });

  test('is shown again when a card was used in the meantime and the outcome differs', async () => {
    const id = await sold(2);
    const codes = (await itemsOf(id)).map(({ code }) => code);
    const mads = await signInStaff(stackOf, 'mads');
    const shown = await previewBy(mads, id, { scope: 'all', amount: '200' });
    await stack.post(`/v2/items/${codes[1]}/claim`, { key: DESK_KEY, body: { type: 'all' } });
    const refused = await confirm(mads, shown);
    expect([refused.status, refused.textOf('[role=alert]')]).toEqual([
      409,
      'Something has changed since this was shown. Your refund was not made: this is what would happen now.',
    ]);
    expect([losses(shown), losses(refused)].map(Object.values)).toEqual(
      [codes[1], codes[0]].map((code) => [[`Card, ${code}: now ${kr('200.00')}`]]),
    );
    expect(await refundedOf(id)).toBe(0);
  });

  test('lists unsent lines of a scheduled order', async () => {
    const sale = { key: DESK_KEY, name: randomUUID() };
    const { body } = await stack.post<{ id: string }>('/v2/orders', {
      key: DESK_KEY,
      idempotencyKey: true,
      body: {
        items: [{ product_id: 'gift_card_value', amount: 20000, quantity: 3 }],
        sender: { name: 'Anna', email: 'anna@example.test' },
        recipient: { name: 'Bo', email: 'bo@example.test' },
        delivery: { method: 'recipient_email', send_at: new Date(Date.now() + 2 * 24 * 3600_000).toISOString() },
        return_url: 'http://127.0.0.1/thanks',
      },
    });
    await pay(stack, await openSession(stack, sale, body.id));
    await stack.idle();
    const mads = await signInStaff(stackOf, 'mads');
    const shown = await previewBy(mads, body.id, { scope: 'all', amount: '250' });
    expect(losses(shown)).toEqual({
      'These are not sent yet, and will not be:': ['1 × Card'],
      'These are not sent yet, and will be worth less:': [`1 × Card: ${kr('150.00')} each`],
    });
    expect((await confirm(mads, shown)).status).toBe(303);
    await stack.advance(3 * 24 * 3600);
    await stack.idle();
    expect((await itemsOf(body.id)).map(({ remaining_amount: left }) => left)).toEqual([200, 150, 0]);
  });
});
