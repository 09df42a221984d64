import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rightsOf, type DeskRole } from '../../functions/domain/company/settings/roles.ts';
import { deskRoutes } from '../../functions/desk/routes.ts';
import { signInStaff, Clerk } from '../support/desk.ts';
import type { FormInput, FoundPage } from '../support/page-visitor.ts';
import { sell } from '../support/sales.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
const stackOf = (): RunningStack => stack;

beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

interface IssueBody {
  items: { code: string; order_id: string; claim_url: string }[];
}

const issue = async (body: object): Promise<IssueBody['items']> => {
  const answer = await stack.post<IssueBody>('/v2/items', { key: stack.key('nordlys'), body });
  expect(answer.status).toBe(201);
  return answer.body.items;
};
const issueOne = async (amount = 500): Promise<IssueBody['items'][number]> => {
  const [item] = await issue({
    amount,
    receiver_name: 'Bo <script>alert(1)</script>',
    receiver_email: 'bo@example.com',
  });
  return item!;
};
const leftOn = async (code: string): Promise<number> => {
  const { body } = await stack.get<{ remaining_amount: number }>(`/v2/items/${code}`, { key: stack.key('nordlys') });
  return body.remaining_amount;
};
const at = (code: string): string => `/desk?code=${encodeURIComponent(code)}`;
const redeemForm = (type: string): string => `form:has(input[name=type][value=${type}])`;
const UNDO = 'form[action="/desk/undo"]';

/** Users of the demo data, and their roles. */
const PEOPLE: { username: string; role: DeskRole; company: string; agency: boolean; can_cancel: boolean }[] = [
  { username: 'sille', role: 'staff', company: 'nordlys', agency: false, can_cancel: false },
  { username: 'mads', role: 'manager', company: 'nordlys', agency: false, can_cancel: false },
  { username: 'anna', role: 'super_admin', company: 'nordlys', agency: false, can_cancel: true },
  { username: 'solveig', role: 'system_admin', company: 'nordlys-group', agency: false, can_cancel: true },
  { username: 'bo', role: 'manager', company: 'lumen', agency: true, can_cancel: false },
  { username: 'frida', role: 'manager', company: 'fjord', agency: false, can_cancel: false },
];

const guarded = deskRoutes.filter(({ desk }) => desk !== 'open');
const pathOf = (path: string): string => path.replaceAll(/\{[^}]+\}/g, 'nothing-of-this-name');

describe('each declared desk page and form', () => {
  test('redirects visitors to sign-in, and does nothing for them', async () => {
    const stranger = new Clerk(stackOf);
    for (const { method, path } of guarded) {
      const page = method === 'GET' ? await stranger.open(pathOf(path)) : await stranger.post(pathOf(path), []);
      expect([path, page.status, page.location.split('?')[0]]).toEqual([path, 303, '/desk/sign-in']);
    }
  });

  test.each(PEOPLE)('gives $username ($role) the access of the role', async (person) => {
    const someone = await signInStaff(stackOf, person.username);
    const token = await someone.formToken();
    const rights = rightsOf({ ...person, can_list: true }, person.company);
    const refusal: unknown[] = [];
    const expected: unknown[] = [];
    for (const { method, path, desk, name } of guarded.filter(({ name }) => name !== 'desk-sign-out')) {
      const where = pathOf(path);
      const page = method === 'GET' ? await someone.open(where) : await someone.post(where, [['form_token', token]]);
      refusal.push([name, page.status === 403]);
      expected.push([name, !rights.has(desk)]);
      expect(page.status, `${name} ${page.text}`).toBeLessThan(500);
    }
    expect(refusal).toEqual(expected);
  });

  test('rejects forms that are not from a page of the session', async () => {
    const someone = await signInStaff(stackOf, 'anna');
    const token = await someone.formToken();
    const other = await (await signInStaff(stackOf, 'anna')).formToken();
    for (const { path } of guarded.filter(({ method }) => method === 'POST')) {
      const attempts = await Promise.all([
        someone.post(pathOf(path), []),
        someone.post(pathOf(path), [['form_token', other]]),
        someone.post(pathOf(path), [['form_token', token]], { headers: { Origin: 'https://evil.example' } }),
        someone.post(pathOf(path), [['form_token', token]], { headers: { 'Sec-Fetch-Site': 'cross-site' } }),
      ]);
      expect([path, ...attempts.map(({ status }) => status)]).toEqual([path, 403, 403, 403, 403]);
    }
    expect((await someone.open('/desk')).status).toBe(200);
  });

  test('cannot be framed, cached or read by other sites', async () => {
    const page = await (await signInStaff(stackOf, 'sille')).open('/desk');
    expect(page.header('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(page.header('x-frame-options')).toBe('DENY');
    expect(page.header('cache-control')).toBe('no-store');
  });
});

describe('a session at the desk', () => {
  test('has a cookie that only the host can set and no script can read', async () => {
    const page = await new Clerk(stackOf).signIn('sille');
    expect(page.header('set-cookie')).toMatch(
      /^__Host-desk=[\w.-]+; Max-Age=43200; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
    );
  });

  test('is new at each sign-in, even when an earlier cookie is sent', async () => {
    const someone = new Clerk(stackOf);
    await someone.signIn('sille');
    const planted = someone.cookie;
    await someone.open('/desk/sign-in');
    await someone.post('/desk/sign-in', [
      ['username', 'mads'],
      ['password', 'demo-password-mads'],
    ]);
    expect(someone.cookie).not.toBe(planted);
    someone.cookie = planted;
    expect((await someone.open('/desk')).status).toBe(303);
  });

  test('ends for every copy of the cookie after sign-out', async () => {
    const someone = await signInStaff(stackOf, 'sille');
    const stolen = someone.cookie;
    await someone.send(await someone.open('/desk'), 'form[action="/desk/sign-out"]');
    expect(someone.cookie).toBe('');
    someone.cookie = stolen;
    expect((await someone.open('/desk')).location).toBe('/desk/sign-in');
  });

  test('leads back to the requested page, and to no other site', async () => {
    const someone = new Clerk(stackOf);
    const byName = await someone.open('/desk/search?q=anna');
    const form = await someone.follow(byName);
    const signedIn = await someone.submit(form, { username: 'sille', password: 'demo-password-sille' });
    expect(signedIn.location).toBe('/desk/search?q=anna');
    const outside = ['https://evil.example/', '//evil.example/desk', '/desk/../\\evil.example', '/shop/nordlys'];
    for (const to of [...outside, '/desk/../shop/fjord', '/desk/%2E%2e//evil.example', '/desk/./sign-in']) {
      const page = await new Clerk(stackOf).open(`/desk/sign-in?to=${encodeURIComponent(to)}`);
      expect(page.attribute('input[name=to]', 'value')).toBe('/desk');
    }
  });

  test('is refused with the same error for every reason, and for a limited time after ten attempts', async () => {
    const someone = new Clerk(stackOf);
    const answers = new Set<string>();
    for (let tries = 1; tries <= 10; tries++) {
      const page = await someone.signIn('nobody-at-all', 'x');
      answers.add(`${page.status} ${page.textOf('[role=alert]')}`);
    }
    const known = await someone.signIn('frida', 'wrong');
    answers.add(`${known.status} ${known.textOf('[role=alert]')}`);
    expect([...answers]).toEqual(['401 The username or the password is wrong.']);
    const refused = await someone.signIn('nobody-at-all', 'x');
    expect([refused.status, Number(refused.header('retry-after')) > 0]).toEqual([429, true]);
    expect((await someone.signIn('frida')).status).toBe(303);
  });
});

describe('the counter', () => {
  test('shows the value of a scanned card, takes an amount, and restores it once', async () => {
    const { code, claim_url: scanned } = await issueOne();
    const sille = await signInStaff(stackOf, 'sille');
    const card = await sille.open(at(scanned));
    expect(card.textOf('.verdict')).toContain('Valid DKK 500.00');
    expect(card.textOf('.verdict')).toContain('Bo <script>alert(1)</script>');
    expect(card.root.querySelectorAll('script')).toHaveLength(1);
    const redeemed = await sille.send(card, redeemForm('amount'), { amount: '120,50' });
    expect(redeemed.textOf('.done')).toBe('DKK 120.50 redeemed Undo');
    expect(await leftOn(code)).toBe(379.5);
    const undone = await sille.send(redeemed, UNDO);
    expect(undone.textOf('.done')).toBe('Undone: DKK 120.50');
    await sille.send(redeemed, UNDO);
    expect(await leftOn(code)).toBe(500);
  });

  test('redeems once for a repeated form, and again for a new form', async () => {
    const { code } = await issueOne();
    const sille = await signInStaff(stackOf, 'sille');
    const card = await sille.open(at(code));
    const all = await Promise.all(
      Array.from({ length: 5 }, () => sille.submit(card, { amount: '100' }, { form: redeemForm('amount') })),
    );
    expect(all.filter(({ status }) => status === 303).length).toBeGreaterThan(0);
    expect(await leftOn(code)).toBe(400);
    const changed = await sille.submit(card, { amount: '150' }, { form: redeemForm('amount') });
    expect([changed.status, changed.textOf('[role=alert]')]).toEqual([
      409,
      'This form was already used for something else. Look the card up again.',
    ]);
    expect(await leftOn(code)).toBe(400);
    await sille.send(changed, redeemForm('amount'), { amount: '150' });
    expect(await leftOn(code)).toBe(250);
  });

  test('takes exactly the value of a card at two concurrent counters, and the second one sees the reason', async () => {
    const { code } = await issueOne(500);
    const [one, two] = [await signInStaff(stackOf, 'sille'), await signInStaff(stackOf, 'mads')];
    const token = { one: await one.formToken(), two: await two.formToken() };
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        (n % 2 === 0 ? one : two).post('/desk/redeem', [
          ['form_token', n % 2 === 0 ? token.one : token.two],
          ['guid', randomUUID()],
          ['code', code],
          ['type', 'amount'],
          ['amount', '40'],
        ]),
      ),
    );
    const won = answers.filter(({ status }) => status === 303).length;
    const losers = answers.filter(({ status }) => status !== 303);
    expect(await leftOn(code)).toBe(500 - won * 40);
    // A request answered with 503 during contention was not executed.
    const reasons = new Set(losers.filter(({ status }) => status < 500).map((page) => page.textOf('[role=alert]')));
    for (const reason of reasons) expect(reason).toMatch(/^At most DKK\s\d+\.00 of the item can be redeemed\.$/);
    expect(losers.every(({ status }) => [422, 503].includes(status))).toBe(true);
  });

  test('redeems a whole order, or none of its items', async () => {
    const [first] = await issue({ amount: 200, piece: 2, receiver_email: 'kit@example.com' });
    const sille = await signInStaff(stackOf, 'sille');
    const whole = await sille.open(at(first!.code));
    const each = `${whole.textOf('.verdict .what')}: DKK 200.00`;
    expect(whole.textsOf('section[aria-labelledby=group] li')).toEqual([each, each]);
    const done = await sille.send(whole, 'form[action="/desk/redeem-group"]');
    expect(done.textOf('.verdict')).toContain('No balance left Next: scan the next code.');
    expect(await leftOn(first!.code)).toBe(0);
    const bo = await signInStaff(stackOf, 'bo');
    const offered = (await bo.open('/desk')).root.querySelectorAll('#acting-company option');
    expect(offered.map(({ text }) => text.trim())).toContain('Nordlys Spa & Gastronomi ApS');
    await bo.choose('nordlys');
    const [next] = await issue({ amount: 200, piece: 2 });
    const page = await bo.open(at(next!.code));
    expect(page.root.querySelector('form[action="/desk/redeem-group"]')).toBeNull();
  });

  test('shows the history of a card in the language of the user, with formatted times', async () => {
    const [first] = await issue({ amount: 200, piece: 2, receiver_email: 'kit@example.com' });
    await stack.idle();
    const mads = await signInStaff(stackOf, 'mads', 'de');
    await mads.send(await mads.open(at(first!.code)), 'form[action="/desk/redeem-group"]');
    const page = await mads.open(`/desk/items/${first!.code}`);
    expect(page.text).toContain('ganze Bestellung');
    expect(page.textOf('main')).not.toMatch(/\d{4}-\d\d-\d\d/);
    const missing = await (await signInStaff(stackOf, 'anna', 'de')).open('/desk/users/nobody');
    expect([missing.status, missing.textOf('h1 + p')]).toEqual([404, 'Den Benutzer gibt es nicht.']);
  });

  test('shows in the language of the user why a card is not valid', async () => {
    const { code } = await issueOne();
    const sille = await signInStaff(stackOf, 'sille', 'da');
    const done = await sille.send(await sille.open(at(code)), redeemForm('all'));
    expect(done.textOf('.outcome strong')).toMatch(/^500,00.kr\. indløst$/);
    expect([done.textOf('.verdict h2'), done.textsOf('.reason')]).toEqual(['Der er intet tilbage', []]);
    const again = await sille.open(at(code));
    expect(again.textOf('.verdict')).toMatch(/^Allerede brugt Indløst .+ hos Nordlys Spa & Gastronomi ApS af sille\./);
    const unknown = await sille.open(at('ABCD-1234'));
    expect([unknown.status, unknown.textOf('.verdict h2')]).toEqual([404, 'Koden kendes ikke her']);
    expect(unknown.textOf('.verdict .code')).toBe('ABCD-1234');
  });

  test('does not find codes of other companies', async () => {
    const { code, order_id: orderId } = await issueOne();
    const frida = await signInStaff(stackOf, 'frida');
    const token = await frida.formToken();
    const tried = [
      await frida.open(at(code)),
      await frida.open(`/desk/items/${code}`),
      await frida.open(`/desk/orders/${orderId}`),
      await frida.post('/desk/redeem', [
        ['form_token', token],
        ['guid', randomUUID()],
        ['code', code],
        ['type', 'all'],
      ]),
    ];
    expect(tried.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(await leftOn(code)).toBe(500);
    const chosen = await frida.post('/desk/settings', [
      ['form_token', token],
      ['company', 'nordlys'],
    ]);
    expect(chosen.status).toBe(404);
  });
});

describe('looking up', () => {
  test('finds cards by the receiver, shows their history, and resends and cancels them', async () => {
    const { code } = await issueOne();
    await stack.idle();
    const mads = await signInStaff(stackOf, 'mads');
    const page = await mads.open('/desk/search?q=bo%40example.com');
    expect(page.text).toContain(code);
    const resent = await mads.send(await mads.open(`/desk/items/${code}`), `form[action$="/resend"]`, {
      email: 'other@example.com',
    });
    expect(resent.textOf('.done')).toBe('The item is being sent to other@example.com.');
    expect(resent.textOf('tbody tr')).toContain('Sent againmadsother@example.com');
    await stack.idle();
    expect(await stack.mail('other@example.com')).toHaveLength(1);
    const unsure = await mads.send(resent, `form[action$="/cancel"]`);
    expect(unsure.status).toBe(422);
    const cancelled = await mads.send(resent, `form[action$="/cancel"]`, { sure: 'yes' });
    expect(cancelled.textOf('.done')).toBe('The item is cancelled.');
    expect(cancelled.textOf('.facts')).toContain('The item has been cancelled.');
    expect(cancelled.root.querySelector('form[action$="/resend"]')).toBeNull();
  });

  test('finds cards by a pasted code', async () => {
    const { code } = await issueOne();
    const mads = await signInStaff(stackOf, 'mads');
    const pasted = `\u2067${code.replaceAll('-', '\u2013')}\u2069.`;
    expect((await mads.open(at(pasted))).textOf('.verdict')).toContain('Valid DKK');
    expect((await mads.open(`/desk/search?q=${encodeURIComponent(pasted)}`)).text).toContain(code);
  });

  const paidOrder = async (): Promise<string> => {
    const id = await sell(stack, { key: stack.key('nordlys'), name: randomUUID(), quantity: 2 });
    await stack.idle();
    return id;
  };
  const refundedOf = async (id: string): Promise<number> => {
    const { body } = await stack.get<{ payment: { refunded_amount: number } }>(`/v2/orders/${id}`, {
      key: stack.key('nordlys'),
    });
    return body.payment.refunded_amount;
  };

  test('previews a refund, and executes it once', async () => {
    const id = await paidOrder();
    const mads = await signInStaff(stackOf, 'mads');
    const order = await mads.open(`/desk/orders/${id}`);
    expect(order.text).toContain('Order fulfilled');
    const codes = order.root.querySelectorAll('input[name^="item."]').map((each) => each.getAttribute('name') ?? '');
    expect(codes).toHaveLength(2);
    const form = 'form[action$="/refund"]';
    const shown = await mads.submit(order, { [codes[0]!]: 'yes' }, { form, step: 'preview' });
    expect(shown.textOf('h1')).toBe('This would happen');
    expect(shown.textOf('.worth')).toBe('DKK 200.00');
    expect(await refundedOf(id)).toBe(0);
    const confirm = (): Promise<FoundPage> => mads.submit(shown, {}, { form, step: 'confirm' });
    // The button is pressed repeatedly.
    const answers = await Promise.all([confirm(), confirm(), confirm()]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    for (const answered of answers) {
      expect((await mads.follow(answered)).textOf('.done')).toBe('DKK 200.00 was refunded.');
    }
    await confirm();
    expect(await refundedOf(id)).toBe(20000);
    const tooMuch = await mads.submit(
      order,
      { scope: 'all', amount: '9.999,50', guid: randomUUID() },
      { form, step: 'preview' },
    );
    expect(tooMuch.textOf('[role=alert]')).toMatch(/^Amount, if less: At most DKK [\d.]+ can still be refunded\.$/);
    const again = await mads.submit(order, { [codes[0]!]: 'yes', guid: randomUUID() }, { form, step: 'preview' });
    expect([again.status, again.textOf('[role=alert]')]).toEqual([
      422,
      `${codes[0]!.replace('item.', '')}: This item has been refunded already.`,
    ]);
  });
});

describe('a refund that is refused on a Danish page', () => {
  const FORM = 'form[action$="/refund"]';
  /** Errors of refunds of a new order, whose first item is used and whose second is refunded with the fees. */
  const refusals = async (): Promise<(filling: (codes: string[]) => FormInput) => Promise<string>> => {
    const key = stack.key('nordlys');
    const id = await sell(stack, { key, name: randomUUID(), quantity: 3 });
    await stack.idle();
    const { body } = await stack.get<{ data: { code: string }[] }>(`/v2/items?order_id=${id}`, { key });
    const codes = body.data.map(({ code }) => code);
    await stack.post(`/v2/items/${codes[0]}/claim`, { key, body: { type: 'all' } });
    const refund = { key, idempotencyKey: true, body: { items: [codes[1]], fees: true } } as const;
    expect((await stack.post(`/v2/orders/${id}/refund`, refund)).status).toBe(200);
    const mads = await signInStaff(stackOf, 'mads', 'da');
    const order = await mads.open(`/desk/orders/${id}`);
    return async (filling) => {
      const page = await mads.submit(order, { ...filling(codes), guid: randomUUID() }, { form: FORM, step: 'preview' });
      expect(page.status).toBe(422);
      return page.textOf('[role=alert]').replace(/^[0-9A-Z-]+(?=:)/, 'KODE');
    };
  };

  test('shows its reason in Danish, with the code or the part of the order', async () => {
    const refusal = await refusals();
    const [one, other] = ['AAAA-BBBB-CCCC-DDDD', 'AAAA-BBBB-CCCC-EEEE'];
    expect(await refusal(() => ({ codes: one }))).toBe('KODE: Der er ikke udstedt en sådan kode til ordren.');
    expect(await refusal(() => ({ codes: `${one}\n${other}` }))).toBe(
      'KODE: Der er ikke udstedt en sådan kode til ordren. (og 1 mere)',
    );
    expect(await refusal(([used]) => ({ [`item.${used}`]: 'yes' }))).toBe(
      'KODE: Koden er brugt: kun det, der er tilbage på den, kan refunderes.',
    );
    expect(await refusal(([, refunded]) => ({ codes: refunded }))).toBe('KODE: Koden er allerede refunderet.');
    expect(await refusal(() => ({ shipping: 'yes' }))).toBe('Porto: Der er ikke mere porto at refundere.');
    expect(await refusal(() => ({ fees: 'yes' }))).toBe('Gebyrer: Der er ikke flere gebyrer at refundere.');
  });
});

describe('reports', () => {
  test('are downloaded as CSV files without executable formulas', async () => {
    const { code } = await issueOne();
    const mads = await signInStaff(stackOf, 'mads');
    const token = await mads.formToken();
    await mads.post('/desk/redeem', [
      ['form_token', token],
      ['guid', randomUUID()],
      ['code', code],
      ['type', 'amount'],
      ['amount', '12,50'],
      ['note', '=HYPERLINK("https://evil.example")'],
    ]);
    await stack.idle();
    const file = await mads.open('/desk/reports/claimed-items?format=csv');
    const text = file.answer.bytes.toString();
    expect(file.header('content-type')).toBe('text/csv; charset=utf-8');
    expect(text.startsWith('\uFEFFDate;Time;What;Code;')).toBe(true);
    const line = text.split('\r\n').find((each) => each.includes(code) && each.includes('HYPERLINK')) ?? '';
    expect(line).toContain(`;12,5;DKK;"'=HYPERLINK(""https://evil.example"")";mads;`);
  });

  test.each(['analytics', 'claimed-items', 'subscribers', 'liability', 'integrity'])('%s is a page', async (name) => {
    const page = await (await signInStaff(stackOf, 'mads')).open(`/desk/reports/${name}`);
    expect(page.status).toBe(200);
    expect(page.attribute('nav .tiles a[aria-current]', 'href') ?? page.text).toContain(name);
  });

  test('show amounts, times and days in a readable format', async () => {
    await issueOne(500.5);
    await stack.idle();
    const mads = await signInStaff(stackOf, 'mads', 'de');
    const issued = await mads.open('/desk/reports/analytics');
    expect(issued.textOf('tbody')).toContain('Bezahlt500,50 DKK');
    const redeemed = await mads.open('/desk/reports/claimed-items');
    for (const page of [issued, redeemed]) expect(page.textOf('tbody')).not.toMatch(/\d{4}-\d\d-\d\d/);
  });

  test('include a door list with the names of an event', async () => {
    const sille = await signInStaff(stackOf, 'sille');
    const events = await sille.open('/desk/door');
    const path = events.attribute('main tbody a', 'href') ?? '';
    const list = await sille.open(path);
    expect([list.status, list.textOf('h1 + p')]).toEqual([200, '14 Jun 2036, 19:00 · 0 seats']);
    expect([list.textOf('.hint'), list.textsOf('table')]).toEqual([expect.stringMatching(/^No seats are sold/), []]);
    expect((await sille.open('/desk/door?event=no-such-event')).status).toBe(404);
  });
});

describe('API keys', () => {
  test('are issued with an expiry, shown once, work, and are revoked', async () => {
    const anna = await signInStaff(stackOf, 'anna');
    const keys = await anna.open('/desk/keys');
    const form = 'form[action="/desk/keys"]';
    const filling = { label: 'till <b>1</b>', expires_in_days: '1', 'scope.items:read': 'yes' };
    const created = await anna.submit(keys, filling, { form });
    const key = created.textOf('[data-key][translate=no]');
    stack.secrets.collect(key);
    expect(key).toMatch(/^lp_live_[0-9a-f]{32}_[0-9a-f]{64}$/);
    const again = await anna.submit(keys, filling, { form });
    expect([again.status, again.text.includes('lp_live_')]).toEqual([409, false]);
    expect((await stack.get('/v2/items?search=nothing-here', { key })).status).toBe(200);
    expect((await stack.get('/v2/orders', { key })).status).toBe(403);
    const listed = await anna.open('/desk/keys');
    expect(listed.text).not.toContain(key);
    expect(listed.text).toContain('till <b>1</b>');
    const id = listed.root
      .querySelectorAll('tbody tr')
      .find((row) => row.text.includes('till <b>1</b>'))
      ?.querySelector('input[name=id]')
      ?.getAttribute('value');
    const revoke = { form: 'form[action="/desk/keys/revoke"]' };
    const hasty = await anna.submit(listed, { id, sure: undefined }, revoke);
    expect(hasty.status).toBe(422);
    expect(hasty.text).toContain('Nothing was revoked');
    expect((await stack.get('/v2/items?search=nothing-here', { key })).status).toBe(200);
    await anna.send(listed, revoke.form, { id, sure: 'yes' });
    expect((await stack.get('/v2/items?search=nothing-here', { key })).status).toBe(401);
  });

  test('of a company that is only assigned cannot be issued', async () => {
    const solveig = await signInStaff(stackOf, 'solveig');
    await solveig.send(await solveig.open('/desk'), 'form[action="/desk/settings"]', { company: 'nordlys' });
    expect((await solveig.open('/desk/keys')).text).toContain('web shop');
    const none = await solveig.submit(
      await solveig.open('/desk/keys'),
      { label: 'x', 'scope.items:read': undefined },
      { form: 'form[action="/desk/keys"]' },
    );
    expect(none.status).toBe(422);
  });
});
