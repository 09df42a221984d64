import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DESK_KEY, deskSeed } from '../support/desk-shop.ts';
import { signInStaff, type Clerk } from '../support/desk.ts';
import { ALL_SCOPES } from '../support/seed.ts';
import { sell } from '../support/sales.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

const DINAR_KEY = `lp_live_${'2'.repeat(32)}_${'7'.repeat(64)}`;
const [crowns] = deskSeed.companies;
const LONG_NAME = `${'n'.repeat(240)}@example.com`;

const campaign = (id: number, more: object) => ({
  company: crowns!.slug,
  id,
  name: `Campaign ${id}`,
  applies_to: 'gift_card',
  kind: 'added-value',
  value: 20,
  public: false,
  ...more,
});

/** The vendor of the shop: it knows `VX-1` and, in another currency, `VX-EUR`, and fails for `VX-DOWN`. */
const vendorCalls: string[] = [];
const vendor = createServer((request, answer) => {
  vendorCalls.push(`${request.method} ${request.url}`);
  const [, code = ''] = /^\/codes\/([^/]+)/.exec(request.url ?? '') ?? [];
  answer.statusCode = code === 'VX-DOWN' ? 500 : /^VX-(\d|EUR)$/.test(code) ? 200 : 404;
  const currency = code === 'VX-EUR' ? 'EUR' : 'DKK';
  const described = { code, title: 'Spa', amount: '100.00', currency, valid_until: null };
  answer.setHeader('Content-Type', 'application/json').end(JSON.stringify(described));
});

let stack: RunningStack;
const stackOf = (): RunningStack => stack;
beforeAll(async () => {
  await new Promise<void>((listening) => vendor.listen(0, '127.0.0.1', listening));
  const address = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`;
  stack = await startStack({
    seed: {
      companies: [
        { ...crowns, vendor: { name: 'Spa Pass', base_url: address, prefix: 'VX' } },
        { ...crowns, slug: 'dinar', name: 'Dinar', currency: 'KWD' },
      ],
      api_keys: [...deskSeed.api_keys, { company: 'dinar', label: 'all', key: DINAR_KEY, scopes: ALL_SCOPES }],
      campaigns: [
        campaign(1, { fixed_amount: 30_000, codes: ['WELCOME-100', 'WELCOME-101', 'WELCOME-102'] }),
        campaign(2, { codes: ['OPEN-0001'], amount_from: 10_000, amount_to: 90_000 }),
        campaign(3, { fixed_amount: 30_000, closes_at: '2020-01-01T00:00:00Z', codes: ['CLOSED-0001'] }),
      ],
      users: [
        ...deskSeed.users,
        { ...deskSeed.users[0], username: 'nura', password: 'demo-password-nura', company: 'dinar' },
        { ...deskSeed.users[0], username: LONG_NAME, password: `demo-password-${LONG_NAME}` },
      ],
    },
  });
});
afterAll(async () => {
  await stack.stop();
  vendor.close();
});

const issued = async (amount: number, key = DESK_KEY): Promise<string> => {
  const { body } = await stack.post<{ items: { code: string }[] }>('/v2/items', { key, body: { amount } });
  return body.items[0]!.code;
};
const leftOn = async (code: string, key = DESK_KEY): Promise<number> => {
  const { body } = await stack.get<{ remaining_amount: number }>(`/v2/items/${code}`, { key });
  return body.remaining_amount;
};
const at = (code: string): string => `/desk?code=${encodeURIComponent(code)}`;
const REDEEM = 'form:has(input[name=type][value=amount])';

test('two equal redemptions by a user with a long name both count', async () => {
  const someone = await signInStaff(stackOf, LONG_NAME);
  const code = await issued(500);
  const first = await someone.send(await someone.open(at(code)), REDEEM, { amount: '30' });
  const second = await someone.send(first, REDEEM, { amount: '30' });
  expect([first.textOf('.done'), second.textOf('.done')]).toEqual(Array(2).fill(expect.stringContaining('DKK 30.00')));
  expect(await leftOn(code)).toBe(440);
});

describe('a card with less value than requested', () => {
  test('shows its value in the format of its currency, and accepts amounts in that format', async () => {
    const nura = await signInStaff(stackOf, 'nura', 'de');
    const dinars = await issued(12.345, DINAR_KEY);
    const refused = await nura.send(await nura.open(at(dinars)), REDEEM, { amount: '20' });
    expect([refused.status, refused.textOf('[role=alert]')]).toEqual([
      422,
      'Höchstens 12,345 KWD des Codes können eingelöst werden.',
    ]);
    await nura.send(refused, REDEEM, { amount: '12,345 KWD' });
    expect(await leftOn(dinars, DINAR_KEY)).toBe(0);

    const mads = await signInStaff(stackOf, 'mads', 'de');
    const card = await mads.open(at(await issued(1012.34)));
    const tooMuch = await mads.send(card, REDEEM, { amount: '2000' });
    expect(tooMuch.textOf('[role=alert]')).toBe('Höchstens 1.012,34 DKK des Codes können eingelöst werden.');
  });
});

describe('redeeming all of a card', () => {
  const ALL = 'form:has(input[name=type][value=all])';
  const change = async (code: string, path: string, body: object): Promise<void> => {
    const changed = await stack.post(`/v2/items/${code}/${path}`, { key: DESK_KEY, idempotencyKey: true, body });
    expect(changed.status).toBe(200);
  };

  test('redeems the value that its page showed, or nothing if less is left', async () => {
    const mads = await signInStaff(stackOf, 'mads');
    const code = await issued(500);
    const page = await mads.open(at(code));
    await change(code, 'claim', { type: 'amount', amount: 300 });
    const refused = await mads.send(page, ALL);
    expect([refused.status, refused.textOf('[role=alert]')]).toEqual([
      422,
      'At most DKK 200.00 of the item can be redeemed.',
    ]);
    expect(await leftOn(code)).toBe(200);
    const done = await mads.send(refused, ALL);
    expect(done.textOf('.done')).toContain('DKK 200');
    expect(await leftOn(code)).toBe(0);
  });

  test('leaves value that was added after its page was shown', async () => {
    const mads = await signInStaff(stackOf, 'mads');
    const code = await issued(500);
    const page = await mads.open(at(code));
    await change(code, 'adjust', { amount: 50, reason: 'Late' });
    await mads.send(page, ALL);
    expect(await leftOn(code)).toBe(50);
  });
});

describe('a redemption', () => {
  const UNDO = 'form[action="/desk/undo"]';
  const BACK = 'This redemption was already undone. Nothing was changed; the item is shown as it is now.';
  const PARTLY = 'Part of this redemption was already undone. Nothing was changed; the item is shown as it is now.';
  const refunded = async (code: string, body: object): Promise<void> => {
    expect((await stack.post(`/v2/items/${code}/refund`, { key: DESK_KEY, body })).status).toBe(200);
  };
  /** Redeems an amount, and returns the page with the form that undoes it. */
  const redeemed = async (someone: Clerk, code: string, amount: string) =>
    someone.send(await someone.open(at(code)), REDEEM, { amount });
  const undoForms = async (someone: Clerk, code: string): Promise<number> =>
    (await someone.open(`/desk/items/${code}`)).root.querySelectorAll(UNDO).length;

  test('can be undone once: the history then offers no undo, and an outdated page reports an error', async () => {
    const code = await issued(500);
    const mads = await signInStaff(stackOf, 'mads');
    await redeemed(mads, code, '30');
    await redeemed(mads, code, '10');
    const history = await mads.open(`/desk/items/${code}`);
    const another = await mads.open(`/desk/items/${code}`);
    expect(history.root.querySelectorAll(UNDO)).toHaveLength(2);
    const undone = await mads.send(history, UNDO);
    expect(undone.textOf('.done')).toBe('Undone: DKK 10.00');
    expect(await undoForms(mads, code)).toBe(1);
    const again = await mads.submit(another, {}, { form: UNDO });
    expect([again.status, again.textOf('[role=alert]'), again.textOf('.done'), again.textOf('.worth')]).toEqual([
      409,
      BACK,
      '',
      'DKK 470.00 of DKK 500.00',
    ]);
    // The same form, resent over a weak connection.
    expect((await mads.send(history, UNDO)).textOf('.done')).toBe('Undone: DKK 10.00');
    expect(await leftOn(code)).toBe(470);
  });

  test('that a partner has undone is not undone again by an outdated form, even if a later one has the same amount', async () => {
    const code = await issued(500);
    const mads = await signInStaff(stackOf, 'mads');
    const first = await redeemed(mads, code, '100');
    await refunded(code, { type: 'amount', amount: 100 });
    await redeemed(mads, code, '100');
    expect(await undoForms(mads, code)).toBe(1);
    const refused = await mads.submit(first, {}, { form: UNDO });
    expect([refused.status, refused.textOf('[role=alert]'), await leftOn(code)]).toEqual([409, BACK, 400]);
  });

  test('by an API key is shown with the label of the key at the next scan', async () => {
    const code = await issued(500);
    const { status } = await stack.post(`/v2/items/${code}/claim`, {
      key: DESK_KEY,
      body: { type: 'all' },
    });
    expect(status).toBe(200);
    expect((await (await signInStaff(stackOf, 'mads')).open(at(code))).textOf('.verdict')).toMatch(
      /Redeemed on .+ by all\./,
    );
  });

  test('cannot be undone when part of it was already undone', async () => {
    const code = await issued(500);
    const mads = await signInStaff(stackOf, 'mads');
    await redeemed(mads, code, '50');
    const second = await redeemed(mads, code, '100');
    await refunded(code, { type: 'amount', amount: 40 });
    expect(await undoForms(mads, code)).toBe(1);
    const refused = await mads.submit(second, {}, { form: UNDO });
    expect([refused.status, refused.textOf('[role=alert]'), await leftOn(code)]).toEqual([409, PARTLY, 390]);
    const first = await mads.send(await mads.open(`/desk/items/${code}`), UNDO);
    expect([first.textOf('.done'), await leftOn(code)]).toEqual(['Undone: DKK 50.00', 440]);
  });
});

describe('a card', () => {
  /** Whether a page links to the document of a card, and whether the document exists. */
  const printed = async (someone: Clerk, code: string) => {
    const link = 'a[href*="/documents/items/"]';
    const { body } = await stack.get<{ pdf_short_url: string; claim_url: string }>(`/v2/items/${code}`, {
      key: DESK_KEY,
    });
    const document = await stack.get(new URL(body.pdf_short_url).pathname);
    const pages = await Promise.all([
      someone.open(at(code)),
      someone.open(`/desk/items/${code}`),
      someone.open(new URL(body.claim_url).pathname),
    ]);
    return [document.status, ...pages.map((page) => page.root.querySelector(link) !== null)];
  };

  test('can be printed from every page while its document exists, and from none afterwards', async () => {
    const mads = await signInStaff(stackOf, 'mads');
    const code = await issued(200);
    expect(await printed(mads, code)).toEqual([200, true, true, true]);
    await stack.post(`/v2/items/${code}/claim`, { key: DESK_KEY, body: { type: 'all' } });
    expect(await printed(mads, code)).toEqual([200, true, true, true]);

    const cancelled = await issued(200);
    await stack.post(`/v2/items/${cancelled}/cancel`, { key: DESK_KEY });
    expect(await printed(mads, cancelled)).toEqual([404, false, false, false]);

    const id = await sell(stack, { key: DESK_KEY, name: randomUUID() });
    await stack.idle();
    const reply = await stack.get<{ data: { code: string }[] }>(`/v2/items?order_id=${id}`, { key: DESK_KEY });
    const refunded = reply.body.data[0]!.code;
    await stack.post(`/v2/orders/${id}/refund`, { key: DESK_KEY, idempotencyKey: true, body: { items: [refunded] } });
    expect(await printed(mads, refunded)).toEqual([404, false, false, false]);
  });
});

describe('a scanner with another keyboard layout, Caps Lock or a prefix', () => {
  const danish = (text: string): string =>
    text.replaceAll(/[:/-]/g, (key) => ({ ':': 'Æ', '/': '-', '-': '+' })[key] ?? key);
  const german = (text: string): string =>
    text.replaceAll(
      /[:/\-YZyz]/g,
      (key) => ({ ':': 'Ö', '/': '-', '-': 'ß', Y: 'Z', Z: 'Y', y: 'z', z: 'y' })[key] ?? key,
    );
  const link = (code: string): string => `http://host/c/desk/${code}`;

  test.each([
    ['Danish', (code: string) => danish(link(code))],
    ['Danish with Caps Lock', (code: string) => danish(link(code)).toLowerCase()],
    ['German', (code: string) => german(link(code))],
    ['only the German code', german],
    ['with a label', (code: string) => `Code: ${code}`],
    ['with an AIM identifier', (code: string) => `]Q3${code}`],
    ['with other separators', (code: string) => code.replaceAll('-', '_')],
  ])('finds the card at the counter and in the search (%s)', async (_, typed) => {
    const mads = await signInStaff(stackOf, 'mads');
    const code = await issued(500);
    expect((await mads.open(at(typed(code)))).textOf('.worth')).toBe('DKK 500.00');
    const page = await mads.open(`/desk/search?q=${encodeURIComponent(typed(code))}`);
    expect(page.textOf('a.code')).toBe(code);
    const item = await mads.open(page.attribute('a.code', 'href') ?? '');
    expect(item.attribute('.back a', 'href')).toBe(`/desk/search?q=${encodeURIComponent(code)}`);
  });

  test.each([danish(link('OPEN-0001')), german(link('open-0001')), ' OPEN\u20130001. ', '\u200BOpen-0001'])(
    'finds a code of a campaign (%j)',
    async (typed) => {
      const mads = await signInStaff(stackOf, 'mads');
      expect((await mads.open(at(typed))).textOf('.verdict')).toContain('Not activated yet.');
    },
  );
});

describe('a dormant code of a campaign', () => {
  const ALL = 'form:has(input[name=type][value=all])';

  test('is shown at the counter with its value, and activated by a full or partial redemption', async () => {
    const mads = await signInStaff(stackOf, 'mads', 'de');
    const asleep = await mads.open(at('WELCOME-100'));
    expect([asleep.status, asleep.textOf('.verdict h2'), asleep.textOf('.worth')]).toEqual([
      200,
      'Gültig',
      '300,00 DKK',
    ]);
    expect(asleep.textOf('.verdict')).toContain('Noch nicht aktiviert: Die Einlösung aktiviert ihn.');
    expect(asleep.root.querySelector('.links')).toBeNull();
    // Viewing changes nothing.
    expect((await mads.open('/desk/items/WELCOME-100')).status).toBe(404);
    const all = await mads.send(asleep, ALL);
    expect(all.textOf('.done')).toContain('300,00 DKK eingelöst');
    expect(await leftOn('WELCOME-100')).toBe(0);

    const part = await mads.send(await mads.open(at('welcome-101')), REDEEM, { amount: '120,50' });
    expect(part.textOf('.done')).toContain('120,50 DKK eingelöst');
    expect(part.textOf('.worth')).toContain('179,50 DKK');
  });

  test.each([
    ['OPEN-0001', 'Not activated yet. This code has no fixed value: activate it with an amount.'],
    ['CLOSED-0001', 'Not activated yet. The campaign of this code is not open.'],
  ])('%s shows why it cannot be redeemed', async (code, reason) => {
    const page = await (await signInStaff(stackOf, 'mads')).open(at(code));
    expect([page.status, page.textOf('.verdict h2'), page.textOf('.reason')]).toEqual([200, 'Not valid', reason]);
    expect(page.root.querySelector(ALL)).toBeNull();
  });

  test('has a higher lookup limit than an unknown code', async () => {
    const mads = await signInStaff(stackOf, 'mads');
    for (let times = 0; times < 61; times++) expect((await mads.open(at('OPEN-0001'))).status).toBe(200);
  });
});

describe('a code of the vendor', () => {
  test('is shown at the counter with its value, and is claimed from the vendor when it is redeemed', async () => {
    const mads = await signInStaff(stackOf, 'mads', 'en');
    const found = await mads.open(at('vx-1'));
    expect([found.status, found.textOf('.verdict h2'), found.textOf('.worth')]).toEqual([200, 'Valid', 'DKK 100.00']);
    expect(found.textOf('.verdict')).toContain('A code of Spa Pass: redeeming it here redeems it there, too.');
    expect(found.root.querySelector('.links')).toBeNull();
    // Viewing claims nothing.
    expect(vendorCalls).not.toContain('POST /codes/VX-1/claim');
    const part = await mads.send(found, REDEEM, { amount: '30' });
    expect([part.textOf('.done'), part.textOf('.worth')]).toEqual([
      expect.stringContaining('DKK 30.00'),
      expect.stringContaining('DKK 70.00'),
    ]);
    expect(vendorCalls).toContain('POST /codes/VX-1/claim');
    expect(part.textOf('.verdict')).not.toContain('Spa Pass');
  });

  test('in a currency other than that of the shop is refused before it is claimed', async () => {
    const reason = 'The vendor reports a value in EUR. Only codes in DKK can be redeemed.';
    const page = await (await signInStaff(stackOf, 'mads', 'en')).open(at('VX-EUR'));
    expect([page.status, page.textOf('.verdict h2'), page.textOf('.reason')]).toEqual([200, 'Not valid', reason]);
    const claim = await stack.post<{ error: { fields: object } }>('/v2/items/VX-EUR/claim', {
      key: DESK_KEY,
      body: { type: 'all' },
    });
    expect([claim.status, claim.body.error.fields]).toEqual([422, { code: [reason] }]);
    expect(vendorCalls).not.toContain('POST /codes/VX-EUR/claim');
    expect((await stack.get('/v2/items/VX-EUR', { key: DESK_KEY })).status).toBe(404);
  });

  test.each([
    ['VX-UNKNOWN', 404, 'This code is not known here'],
    ['VX-DOWN', 503, 'Try again in a moment.'],
  ])('that cannot be read is an error (%s)', async (code, status, text) => {
    const page = await (await signInStaff(stackOf, 'mads', 'en')).open(at(code));
    expect([page.status, page.text]).toEqual([status, expect.stringContaining(text)]);
  });
});

test.each(['WELCOME-102', 'OPEN-0001', 'VX-2', 'VX-EUR'])(
  'a code without an item cannot pay part of a sum (%s)',
  async (code) => {
    const page = await (await signInStaff(stackOf, 'mads', 'en')).open(`/desk/sum?sum=100&code=${code}`);
    expect(page.textOf('[role=alert]')).toBe(`${code} must be redeemed separately, at the counter.`);
    expect(page.root.querySelector('main p a')?.getAttribute('href')).toBe(`/desk?code=${code}`);
    expect(vendorCalls).not.toContain(`POST /codes/${code}/claim`);
  },
);

describe('the search for a customer', () => {
  test.each(['Sørensen, Bo', 'sorensen oconnor', "O'Connor", 'bo', 'so oc'])(
    'matches words in any order, without accents, from the first two letters, and shows the code and names (%s)',
    async (text) => {
      const mads = await signInStaff(stackOf, 'mads');
      const body = { amount: 150, sender_name: 'Bo O’Connor-Sørensen', receiver_name: 'Zoë Ærø' };
      const { body: issue } = await stack.post<{ items: { code: string }[] }>('/v2/items', { key: DESK_KEY, body });
      const page = await mads.open(`/desk/search?q=${encodeURIComponent(text)}`);
      for (const part of [issue.items[0]!.code, 'Bo O’Connor-Sørensen', 'Zoë Ærø']) expect(page.text).toContain(part);
    },
  );

  test('finds an order by its customer before it is paid', async () => {
    const { body } = await stack.post<{ reference: string }>('/v2/orders', {
      key: DESK_KEY,
      idempotencyKey: true,
      body: {
        items: [{ product_id: 'gift_card_value', amount: 20_000, quantity: 1 }],
        sender: { name: 'Åse-Marie Kjærgård', email: 'aase@example.test' },
        return_url: 'http://127.0.0.1/thanks',
      },
    });
    const mads = await signInStaff(stackOf, 'mads');
    for (const text of ['Kjærgård, Åse', 'kjaergard', 'ase marie'])
      expect((await mads.open(`/desk/search?q=${encodeURIComponent(text)}`)).text).toContain(body.reference);
  });
});
