import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DESK_KEY, deskSeed } from '../support/desk-shop.ts';
import { signInStaff } from '../support/desk.ts';
import { experience, Shop, type OrderBody } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
const stackOf = (): RunningStack => stack;
beforeAll(async () => {
  const experiences = [
    { company: 'nordlys', id: 1, name: 'Dinner', options: [{ id: 1, name: 'For one', amount: 20_000 }] },
  ];
  const [manager] = deskSeed.users;
  const staff = { ...manager, username: 'anton', password: 'demo-password-anton', role: 'staff' };
  const canceller = { ...staff, username: 'carl', password: 'demo-password-carl', can_cancel: true };
  const companies = deskSeed.companies.map((each) => ({ ...each, claim_expired: 6 }));
  const seed = { ...deskSeed, companies, experiences, users: [...deskSeed.users, staff, canceller] };
  stack = await startStack({ seed });
});
afterAll(() => stack.stop());

const key = DESK_KEY;

const issued = async (amount: number): Promise<string> => {
  const { body } = await stack.post<{ items: { code: string }[] }>('/v2/items', { key, body: { amount } });
  return body.items[0]!.code;
};
const read = async (code: string) =>
  (
    await stack.get<{ remaining_amount: number; validity: string; blocked: { reason: string | null } | null }>(
      `/v2/items/${code}`,
      { key },
    )
  ).body;
const hold = (code: string, amount: number) =>
  stack.post('/v2/redemptions', {
    key,
    idempotencyKey: true,
    body: { sources: [{ code, amount }], capture: false },
  });

const SUM_FORM = 'form:has(#sum)';
const CONFIRM = 'form[method=post][action="/desk/sum"]';

test('items issued without an order are named by the time of their issue, not by their id', async () => {
  const { body } = await stack.post<{ items: { code: string; order_id: string }[] }>('/v2/items', {
    key,
    body: { amount: 300 },
  });
  const [{ code, order_id: id }] = body.items as [{ code: string; order_id: string }];
  const mads = await signInStaff(stackOf, 'mads');
  const order = await mads.open(`/desk/orders/${id}`);
  expect(order.textOf('h1')).toMatch(/^Issued \d+ \w{3} \d{4}, \d\d:\d\d$/);
  expect(order.textOf('h1 + .code')).toBe(id);
  const item = await mads.open(`/desk/items/${code}`);
  expect(item.textOf(`.facts a[href="/desk/orders/${id}"]`)).toBe(order.textOf('h1'));
  const sender = item.textsOf('.facts div').find((fact) => fact.startsWith('From'));
  expect(sender).not.toContain('@');
});

describe('one sum from several cards', () => {
  test('is taken from each card in the order of scanning, and confirmed once', async () => {
    const [first, second] = [await issued(120), await issued(500)];
    const mads = await signInStaff(stackOf, 'mads');
    const card = await mads.open(`/desk?code=${first}`);
    const link = card.root.querySelectorAll('.links a').find((each) => each.text.includes('several cards'));
    const start = await mads.open(link!.getAttribute('href')!);
    expect(start.textOf('h1')).toBe('One amount from several cards');
    const one = await mads.submit(start, { sum: '200' }, { form: SUM_FORM });
    expect(one.textOf('.worth')).toBe('DKK 80.00 still to cover');
    expect(one.textOf(`${CONFIRM} button`)).toBe('Redeem DKK 120.00 from 1 card');
    const unknown = await mads.submit(one, { code: 'NO-SUCH' }, { form: '.code-form' });
    expect([unknown.textOf('[role=alert]'), unknown.textOf('.worth')]).toEqual([
      'NO-SUCH is not known here.',
      'DKK 80.00 still to cover',
    ]);
    const both = await mads.submit(unknown, { code: second }, { form: '.code-form' });
    expect(both.textOf('.worth')).toBe('All of DKK 200.00 is covered');
    const [sent, repeated] = [
      await mads.submit(both, {}, { form: CONFIRM }),
      await mads.submit(both, {}, { form: CONFIRM }),
    ];
    expect([sent.status, repeated.location]).toEqual([303, sent.location]);
    const done = await mads.follow(sent);
    expect(done.textOf('.done.outcome')).toBe('DKK 200.00 redeemed from 2 cards');
    expect(done.textsOf('tbody tr')).toEqual([`${first}DKK 120.00DKK 0.00`, `${second}DKK 80.00DKK 420.00`]);
    expect(done.text).toContain('Next: return the cards to the holder');
    expect([(await read(first)).remaining_amount, (await read(second)).remaining_amount]).toEqual([0, 420]);
  });

  test('takes nothing if a card has less value than the page showed', async () => {
    const [first, second] = [await issued(100), await issued(100)];
    const mads = await signInStaff(stackOf, 'mads', 'de');
    const page = await mads.open(`/desk/sum?sum=150&card.0=${first}&card.1=${second}`);
    await hold(second, 80);
    const refused = await mads.submit(page, {}, { form: CONFIRM });
    expect(refused.status).toBe(422);
    expect(refused.textOf('[role=alert]')).toMatch(
      /^Höchstens 20,00 DKK des Codes können eingelöst werden. 80,00 DKK sind bis/,
    );
    expect(refused.textOf('.worth')).toBe('Es fehlen noch 30,00 DKK');
    expect([(await read(first)).remaining_amount, (await read(second)).remaining_amount]).toEqual([100, 100]);
    const part = await mads.send(refused, CONFIRM);
    expect(part.textOf('.done.outcome')).toBe('120,00 DKK von 2 Gutscheinen eingelöst');
  });
});

describe('an item at the desk', () => {
  test('keeps the link back to the search that found it after its forms are sent or refused', async () => {
    const code = await issued(300);
    const mads = await signInStaff(stackOf, 'mads');
    const back = `/desk/search?q=${code}`;
    const found = await mads.open(back);
    const item = await mads.open(found.attribute('a.code', 'href') ?? '');
    const blockForm = 'form[action$="/state"]:has(input[value=block])';
    const refused = await mads.send(item, 'form[action$="/cancel"]');
    const blocked = await mads.send(refused, blockForm, { reason: 'Lost' });
    const order = await mads.open(blocked.attribute('.facts a[href^="/desk/orders/"]', 'href') ?? '');
    const itemOfOrder = await mads.open(order.attribute('a.code', 'href') ?? '');
    expect(refused.status).toBe(422);
    expect(blocked.textOf('.done')).toContain('blocked');
    expect(order.textOf('#items + .scroll .state')).toBe('Blocked');
    for (const page of [item, refused, blocked, order, itemOfOrder]) {
      expect(page.attribute('.back a', 'href')).toBe(back);
    }
  });

  test('is shown as used in lists and on its page, even if it was blocked before its last value was captured', async () => {
    const code = await issued(300);
    const { body } = await hold(code, 300);
    const mads = await signInStaff(stackOf, 'mads');
    const blocked = await mads.send(await mads.open(`/desk/items/${code}`), 'form:has([value=block])', { reason: '' });
    expect(blocked.textsOf('.facts div')[0]).toBe('Status Blocked');
    const { id } = body as { id: string };
    await stack.post(`/v2/redemptions/${id}/capture`, { key, idempotencyKey: true });
    const item = await mads.open(`/desk/items/${code}`);
    expect(item.textsOf('.facts div')[0]).toBe('Status The item has already been used.');
    expect(item.root.querySelector('form:has([value=unblock])')).not.toBeNull();
    const found = await mads.open(`/desk/search?q=${code}`);
    expect(found.textOf('#items + .scroll .state')).toBe('Used');
    expect((await mads.open(`/desk?code=${code}`)).textOf('#verdict')).toBe('Already used');
  });

  test('shows held and available value, and cannot be fully redeemed while a part is held', async () => {
    const code = await issued(300);
    await hold(code, 100);
    const mads = await signInStaff(stackOf, 'mads');
    const card = await mads.open(`/desk?code=${code}`);
    expect(card.textOf('.worth')).toBe('DKK 200.00 of DKK 300.00');
    expect(card.root.querySelector('form:has(input[name=type][value=all])')).toBeNull();
    const facts = (await mads.open(`/desk/items/${code}`)).textsOf('.facts div');
    expect(facts).toContain('Held DKK 100.00');
    expect(facts).toContain('Available DKK 200.00');
  });

  test('is blocked with a reason, unblocked and extended by a manager, and not by staff', async () => {
    const code = await issued(300);
    const manager = await signInStaff(stackOf, 'sille');
    const page = await manager.open(`/desk/items/${code}`);
    const blocked = await manager.send(page, 'form:has([value=block])', { reason: 'Reported stolen' });
    expect(blocked.textOf('.done')).toBe('The item is blocked.');
    expect(blocked.textsOf('.facts div')[0]).toBe('Status Blocked');
    expect(blocked.textsOf('.facts div').find((each) => each.startsWith('Blocked'))).toContain('Reported stolen');
    expect((await read(code)).blocked).toMatchObject({ reason: 'Reported stolen' });
    const unblocked = await manager.send(blocked, 'form:has([value=unblock])');
    expect([unblocked.textOf('.done'), (await read(code)).blocked]).toEqual(['The item is no longer blocked.', null]);
    const early = await manager.send(unblocked, 'form:has([value=extend])', { validity: '2020-01-01' });
    expect(early.textOf('[role=alert]')).toContain('This must be later than today');
    const extended = await manager.send(early, 'form:has([value=extend])', { validity: '2099-12-31' });
    expect([extended.textOf('.done'), (await read(code)).validity.slice(0, 10)]).toEqual(['Extended.', '2099-12-31']);
    const notes = extended.textsOf('tbody td:nth-child(6)');
    expect([notes[0], notes[2]]).toEqual([expect.stringMatching(/ → 31 December 2099$/), 'Reported stolen']);
    expect(notes[1]).toMatch(/^Blocked: \d.*: Reported stolen$/);
    const staff = await signInStaff(stackOf, 'anton');
    expect((await staff.open(`/desk/items/${code}`)).root.querySelector('form:has([value=block])')).toBeNull();
  });
});

describe('a blocked item at the desk', () => {
  test('can be cancelled, and not while a part is held', async () => {
    const [code, heldCode] = [await issued(300), await issued(300)];
    await hold(heldCode, 100);
    const manager = await signInStaff(stackOf, 'sille');
    const cancelForm = 'form[action$="/cancel"]';
    const block = async (each: string) =>
      manager.send(await manager.open(`/desk/items/${each}`), 'form:has([value=block])', { reason: 'Lost' });
    const held = await block(heldCode);
    expect(held.root.querySelector(cancelForm)).toBeNull();
    const cancelled = await manager.send(await block(code), cancelForm, { sure: 'yes' });
    expect(cancelled.textOf('.done')).toBe('The item is cancelled.');
    expect(cancelled.root.querySelector(cancelForm)).toBeNull();
    expect(cancelled.textOf('.facts .state')).not.toContain('locked');
    expect(cancelled.root.querySelector('form:has([value=unblock])')).toBeNull();
    const order = await manager.open(cancelled.attribute('.facts a[href^="/desk/orders/"]', 'href') ?? '');
    expect(order.textOf('#items + .scroll .state')).toBe('Cancelled');
  });
});

describe('the value of an item at the desk', () => {
  const ADJUST = 'form:has([name=change][value=adjust])';
  const REPLACE = 'form:has([name=change][value=replace])';

  test('is raised and lowered with a reason by a manager, and reversed once', async () => {
    const code = await issued(300);
    const manager = await signInStaff(stackOf, 'sille');
    const page = await manager.open(`/desk/items/${code}`);
    const raised = await manager.send(page, ADJUST, { amount: '25,50', reason: 'Goodwill', direction: 'raise' });
    expect(raised.textOf('.done strong')).toBe('The value was raised by DKK 25.50.');
    expect((await read(code)).remaining_amount).toBe(325.5);
    expect(raised.textOf('dl')).toMatch(/Balance left DKK.325\.50 of DKK.325\.50 /);
    const undone = await manager.send(raised, '.done form');
    expect([undone.textOf('.done'), (await read(code)).remaining_amount]).toEqual(['The value is as before.', 300]);
    await manager.send(raised, '.done form');
    expect((await read(code)).remaining_amount).toBe(300);
    const lowered = await manager.send(undone, ADJUST, { amount: '100', reason: 'Error', direction: 'lower' });
    expect(lowered.textOf('.done strong')).toBe('The value was lowered by DKK 100.00.');
    const counter = await manager.open(`/desk?code=${code}`);
    expect(counter.textOf('.worth')).toMatch(/^DKK.200\.00$/);
    const link = counter.attribute('.links a[href$="#adjust-amount"]', 'href') ?? '';
    const linked = await manager.open(link.replace(/#.*/, ''));
    expect(linked.root.querySelector('details[open] #adjust-amount')).not.toBeNull();
    await hold(code, 150);
    const german = await signInStaff(stackOf, 'sille', 'de');
    const refused = await german.send(await german.open(`/desk/items/${code}`), ADJUST, {
      amount: '60',
      reason: 'Irrtum',
      direction: 'lower',
    });
    expect(refused.textOf('[role=alert]')).toMatch(
      /^Betrag: Der Wert kann um höchstens 50,00 DKK gesenkt werden\. 150,00 DKK/,
    );
    const odd = await german.send(refused, ADJUST, { amount: '-5', direction: 'raise' });
    expect([odd.status, (await read(code)).remaining_amount]).toEqual([422, 200]);
    const contradicted = await german.send(refused, ADJUST, { amount: '+5', reason: 'Irrtum', direction: 'lower' });
    expect([contradicted.textOf('[role=alert]'), odd.textOf('[role=alert]')]).toEqual(
      Array(2).fill('Betrag: Das Vorzeichen passt nicht zur Schaltfläche. Bitte den Betrag ohne Vorzeichen eingeben.'),
    );
    const agreed = await german.send(refused, ADJUST, { amount: '+ 5', reason: 'Irrtum', direction: 'raise' });
    await german.send(agreed, ADJUST, { amount: '−10', reason: 'Irrtum', direction: 'lower' });
    expect((await read(code)).remaining_amount).toBe(195);
    const entries = (await manager.open(`/desk/items/${code}`))
      .textsOf('tbody tr')
      .filter((row) => row.includes('Goodwill'));
    expect(entries.length).toBe(1);
  });

  test('cannot be adjusted by staff who may cancel items, or for items without an amount', async () => {
    const code = await issued(300);
    const staff = await signInStaff(stackOf, 'carl');
    const page = await staff.open(`/desk/items/${code}`);
    expect([page.root.querySelector(ADJUST) === null, page.root.querySelector(REPLACE) === null]).toEqual([
      true,
      false,
    ]);
    const forged = await staff.send(page, REPLACE, { change: 'adjust', amount: '5', reason: 'x', direction: 'raise' });
    expect([forged.status, (await read(code)).remaining_amount]).toEqual([403, 300]);
    const counter = await staff.open(`/desk?code=${code}`);
    expect(counter.root.querySelector('a[href*="adjust"]')).toBeNull();
  });

  test('is moved to a new code, which is shown and sent by email', async () => {
    const code = await issued(300);
    const manager = await signInStaff(stackOf, 'sille');
    const page = await manager.open(`/desk/items/${code}`);
    const resend = 'form[action$="/resend"]';
    const unsure = await manager.submit(page, { sure: '', email: 'new@example.com' }, { form: REPLACE });
    expect([unsure.status, (await read(code)).remaining_amount]).toEqual([422, 300]);
    expect([unsure.values(REPLACE)['email'], unsure.values(resend)['email']]).toEqual([
      'new@example.com',
      page.values(resend)['email'],
    ]);
    const answers = [{ sure: 'yes', email: 'new@example.com', reason: 'Lost' }].flatMap((typed) => [typed, typed]);
    const [sent, repeated] = await Promise.all(answers.map((typed) => manager.submit(page, typed, { form: REPLACE })));
    const done = await manager.follow((sent?.status === 303 ? sent : repeated)!);
    expect(done.textOf('.done')).toBe('The item has a new code. The old code is no longer valid.');
    const successor = done.textOf('.code');
    expect(successor).not.toBe(code);
    expect([(await read(successor)).remaining_amount, (await read(code)).remaining_amount]).toEqual([300, 0]);
    await stack.idle();
    expect((await stack.mail('new@example.com')).length).toBe(1);
    const old = await manager.open(`/desk/items/${code}`);
    expect([old.text.includes(successor), old.root.querySelector(REPLACE)]).toEqual([false, null]);
    expect(old.root.querySelector(resend)).toBeNull();
    for (const page of [old, await manager.open(`/desk/counter?code=${code}`)]) {
      const link = page.root.querySelector('.facts a[href^="/desk/search"]')?.getAttribute('href') ?? '';
      expect((await manager.open(link)).text).toContain(successor);
    }
  });
});

test('the page of an order shows the cards that pay for it, without their codes', async () => {
  const shop = new Shop(stack, key);
  const code = await issued(100);
  const { body: order } = await shop.order<OrderBody>(experience(1, 3), { return_url: undefined });
  const applied = await stack.post(`/v2/orders/${order.id}/gift-cards`, { key, idempotencyKey: true, body: { code } });
  expect(applied.status).toBe(201);
  const page = await (await signInStaff(stackOf, 'sille')).open(`/desk/orders/${order.id}`);
  const section = page.root.querySelector('section:has(#gift-cards)')?.text.replaceAll(/\s+/g, ' ') ?? '';
  expect(section).toContain(`Ending ${code.slice(-4)} Show the item`);
  expect(section).toContain('HeldDKK 100.00');
  expect(section).toContain('Left to pay');
  expect(page.text).not.toContain(code);
});

test('the counter shows that an accepted item has expired', async () => {
  const code = await issued(100);
  await stack.advance((3 * 365 + 30) * 24 * 3600);
  const page = await (await signInStaff(stackOf, 'sille')).open(`/desk/counter?code=${code}`);
  expect(page.textOf('h2')).toContain('Valid');
  expect(page.textsOf('.facts div')[0]).toMatch(/^Valid until \d+ \w+ \d{4} \(Expired\)$/);
});
