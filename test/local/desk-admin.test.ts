import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Agent } from '../support/agent.ts';
import { totpCode, totpStep } from '../../functions/domain/company/users/totp.ts';
import { rightsOf } from '../../functions/domain/company/settings/roles.ts';
import { deskRoutes } from '../../functions/desk/routes.ts';
import { routes } from '../../functions/routes.ts';
import { signInStaff, Clerk } from '../support/desk.ts';
import type { FoundPage } from '../support/page-visitor.ts';
import { sell } from '../support/sales.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let key: string;
const stackOf = (): RunningStack => stack;
const guarded = deskRoutes.filter(({ desk }) => desk !== 'open');
const days = { date_from: '2020-01-01', date_to: '2035-01-01', from: '2026-01-01', to: '2026-01-31' };
const EVENT = 'jazz';

beforeAll(async () => {
  stack = await startStack();
  key = stack.key('nordlys');
});
afterAll(() => stack.stop());

interface Entry {
  id: string;
  channel: string;
  operation: string;
  by: { key_id: string | null; user: string | null; company: string | null; system: string | null };
  tool: string | null;
  subject: Record<string, string>;
  request_id: string | null;
}

interface Log {
  data: Entry[];
  has_more: boolean;
  next_cursor: string | null;
}

const log = async (query: Record<string, string> = {}): Promise<Entry[]> => {
  const { status, body } = await stack.get<Log>('/v2/audit-log', { key, query: { limit: '100', ...query } });
  expect(status).toBe(200);
  return body.data;
};
const keyId = (): string => key.split('_')[2] ?? '';
const summaryOf = ({ operation, channel, by }: Entry) => [operation, channel, by.user ?? by.key_id ?? by.system];

const issueOne = async (): Promise<string> => {
  const { body } = await stack.post<{ items: { code: string }[] }>('/v2/items', { key, body: { amount: 300 } });
  return body.items[0]!.code;
};

describe('the audit log', () => {
  test('lists the actor, the change and the channel, newest first, with masked codes', async () => {
    const code = await issueOne();
    const minted = await stack.post<{ id: number }>('/v2/api-keys', {
      key,
      body: { label: 'short', scopes: ['items:read'] },
    });
    await stack.call('DELETE', `/v2/api-keys/${minted.body.id}`, { key });
    await stack.post(`/v2/items/${code}/claim`, { key, body: { type: 'amount', amount: 10 } });
    const token = await stack.post<{ access_token: string }>('/token', {
      body: new URLSearchParams({
        grant_type: 'password',
        client_id: 'demo-client',
        client_secret: 'demo-client-secret',
        username: 'anna',
        password: 'demo-password-anna',
      }).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    await stack.post(`/item/${code}/claim`, {
      body: 'type=amount&amount=20',
      headers: {
        Authorization: `Bearer ${token.body.access_token}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
    });
    const sille = await signInStaff(stackOf, 'sille');
    const card = await sille.open(`/desk?code=${code}`);
    await sille.send(card, 'form:has(input[name=type][value=amount])', { amount: '30' });
    const agent = new Agent(stack, key);
    const sent = { code, type: 'amount', amount: 40, idempotency_key: randomUUID() };
    await agent.done('items_claim', sent);
    const entries = await log();
    expect(entries.slice(0, 7).map(summaryOf)).toEqual([
      ['item.claim', 'agent', keyId()],
      ['item.claim', 'desk', 'sille'],
      ['item.claim', 'v1', 'anna'],
      ['item.claim', 'api', keyId()],
      ['revoke-api-key', 'api', keyId()],
      ['create-api-key', 'api', keyId()],
      ['issue-items', 'api', keyId()],
    ]);
    expect(entries.slice(0, 6).map(({ subject }) => subject['id'] ?? subject['code'])).toEqual([
      ...Array.from({ length: 4 }, () => `…${code.slice(-4)}`),
      ...Array.from({ length: 2 }, () => String(minted.body.id)),
    ]);
    expect(entries.at(-1)).toMatchObject({ operation: 'import', channel: 'operator', by: { system: 'operator' } });
    expect(JSON.stringify(entries)).not.toContain(code);
  });

  test('lists a sale as its order, without a separate row', async () => {
    const id = await sell(stack, { key, name: randomUUID() });
    await stack.idle();
    const entries = (await log()).filter(({ subject }) => subject['order_id'] === id);
    expect(entries.map(({ operation, channel }) => [operation, channel]).toReversed()).toEqual([
      ['order.created', 'api'],
      ['order.payment_authorized', 'gateway'],
      ['order.fulfilled', 'service'],
    ]);
  });

  test('is paged, and filtered by time, actor, channel and operation', async () => {
    const all = await log();
    const paged: Entry[] = [];
    let query: Record<string, string> = { limit: '3' };
    for (;;) {
      const { body } = await stack.get<Log>('/v2/audit-log', { key, query });
      paged.push(...body.data);
      if (body.next_cursor === null) break;
      query = { limit: '3', starting_after: body.next_cursor };
    }
    expect(paged).toEqual(all);
    expect(new Set((await log({ channel: 'desk' })).map(({ by }) => by.user))).toEqual(new Set(['sille']));
    expect((await log({ by: 'anna' })).map(summaryOf)).toEqual([['item.claim', 'v1', 'anna']]);
    expect((await log({ operation: 'order.created' })).map(({ operation }) => operation)).toEqual(['order.created']);
    expect(await log({ occurred_before: '2020-01-01' })).toEqual([]);
    expect((await log({ occurred_after: '2020-01-01T00:00:00Z' })).length).toBe(all.length);
    for (const [name, bad] of Object.entries({ channel: 'window', occurred_after: 'lately', starting_after: 'x' })) {
      expect([name, (await stack.get('/v2/audit-log', { key, query: { [name]: bad } })).status]).toEqual([name, 422]);
    }
  });

  test('is kept per company, and requires the scope for keys', async () => {
    const { body } = await stack.post<{ key: string }>('/v2/api-keys', {
      key,
      body: { label: 'reader', scopes: ['reports:read'] },
    });
    expect((await stack.get('/v2/audit-log', { key: body.key })).status).toBe(403);
    const lumen = await stack.get<Log>('/v2/audit-log', { key: stack.key('lumen'), query: { company: 'nordlys' } });
    expect(lumen.body.data.map(({ operation }) => operation)).toEqual(['import']);
  });

  test('is a readable desk page for administrators', async () => {
    const anna = await signInStaff(stackOf, 'anna', 'da');
    const page = await anna.open('/desk/audit');
    expect([page.textOf('h1'), page.textOf('tbody').includes(keyId().slice(0, 8))]).toEqual(['Revisionslog', false]);
    expect(page.textOf('tbody')).toMatch(/^(?!.*_[0-9a-f]{24}).*API-nøgle udstedt.*\bord_[0-9a-f]{7}…/s);
    const filtered = await anna.open('/desk/audit?by=sille&channel=desk');
    expect(filtered.root.querySelectorAll('tbody tr')).toHaveLength(1);
    expect(filtered.textOf('tbody')).toMatch(/Kort: indløst .*remaining_amount.*silleKasse/s);
    expect((await (await signInStaff(stackOf, 'mads')).open('/desk/audit')).status).toBe(403);
  });
});

describe('reports as files', () => {
  const paths = routes.flatMap(({ csv, path }) =>
    csv ? path.replace('{slug}', EVENT).replace('{month}', '2026-01') : [],
  );
  test('are returned to clients that accept text/csv, in the format of the company’s language', async () => {
    const code = await issueOne();
    await stack.post(`/v2/items/${code}/claim`, {
      key,
      body: { type: 'amount', amount: 10.5, claim_note: '=1+1;"x"' },
    });
    for (const path of paths) {
      const query = path === '/v2/reports/statement' ? { month: '2026-01' } : days;
      const answer = await stack.get<string>(path, { key, query, headers: { Accept: 'text/csv' } });
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'text/csv; charset=utf-8']);
      expect([path, answer.headers.get('vary')]).toEqual([path, expect.stringContaining('Accept')]);
      expect(answer.body).toMatch(/^\uFEFF\w+;\w+/);
      const json = await stack.get(path, { key, query: days, headers: { Accept: 'application/json, text/csv;q=0.5' } });
      expect([path, json.headers.get('content-type')]).toEqual([path, 'application/json; charset=utf-8']);
    }
    const claimed = await stack.get<string>('/v2/reports/claimed-items', {
      key,
      query: days,
      headers: { Accept: 'text/csv' },
    });
    expect(claimed.body).toContain(`;10,5;"'=1+1;""x""";`);
  });

  test.each([
    ['/v2/reports/analytics', { Accept: 'text/csv' }],
    ['/v2/reports/analytics.csv', {}],
  ])('of %s link to the next part, and together contain the whole report', async (path, headers) => {
    const whole = await stack.get<string>('/v2/reports/analytics', { key, headers: { Accept: 'text/csv' } });
    const parts: string[] = [];
    let next: string | undefined = `${path}?limit=2&order=desc`;
    while (next !== undefined) {
      const part: Awaited<ReturnType<typeof stack.get<string>>> = await stack.get<string>(next, { key, headers });
      parts.push(...part.body.split('\r\n').slice(1, -1));
      next = /^<([^>]+)>; rel="next"$/.exec(part.headers.get('link') ?? '')?.[1];
    }
    expect(parts).toEqual(whole.body.split('\r\n').slice(1, -1));
    expect(whole.headers.get('link')).toBeNull();
  });

  test('are downloaded at the desk, including the participants of an event', async () => {
    const mads = await signInStaff(stackOf, 'mads');
    const path = `/desk/door?event=${EVENT}&format=csv`;
    const seats = await stack.get<string>(path, { headers: { Cookie: mads.cookie } });
    expect([seats.status, seats.headers.get('content-disposition')]).toEqual([
      200,
      `attachment; filename="nordlys-${EVENT}.csv"`,
    ]);
    expect(seats.body).toMatch(/^\uFEFFNavn;/);
  });
});

const PASSWORD = 'a password of some length';
const NEXT_PASSWORD = 'another password, as long';
const PEOPLE_FORM = 'form[action="/desk/users"]';

const make = async (by: Clerk, username: string, role: string): Promise<FoundPage> => {
  const form = { username, email: `${username}@example.com`, role };
  const page = await by.send(await by.open('/desk/users'), PEOPLE_FORM, form);
  await byLink(form.email, PASSWORD);
  return page;
};
const byLink = async (email: string, password: string): Promise<void> => {
  await stack.idle();
  const link = /\/desk\/set-password\S+/.exec((await stack.mail(email)).at(-1)?.text ?? '')?.[0] ?? '';
  expect((await new Clerk(stackOf).submit(await new Clerk(stackOf).open(link), { password })).status).toBe(303);
};

describe('users at the desk', () => {
  const userForm = (username: string, what = ''): string => `form[action="/desk/users/${username}${what}"]`;
  const isIn = async (someone: Clerk): Promise<boolean> => (await someone.open('/desk')).status === 200;

  test('are created, changed and removed, and a changed role or password ends their sessions immediately', async () => {
    const anna = await signInStaff(stackOf, 'anna');
    const created = await make(anna, 'kim', 'staff');
    expect(created.textOf('.done')).toBe('The invitation was sent.');
    const kim = new Clerk(stackOf);
    expect((await kim.signIn('kim', PASSWORD)).status).toBe(303);
    expect((await kim.open('/desk/reports')).status).toBe(403);
    await anna.send(created, userForm('kim'), { role: 'manager' });
    expect((await kim.open('/desk/reports')).status).toBe(303);
    await kim.signIn('kim', PASSWORD);
    expect((await kim.open('/desk/reports')).status).toBe(200);
    expect((await anna.send(created, userForm('kim', '/link'))).textOf('.done')).toBe('The link was sent.');
    expect(await isIn(kim)).toBe(true);
    await byLink('kim@example.com', NEXT_PASSWORD);
    expect(await isIn(kim)).toBe(false);
    expect((await kim.signIn('kim', PASSWORD)).status).toBe(401);
    expect((await kim.signIn('kim', NEXT_PASSWORD)).status).toBe(303);
    const unsure = await anna.send(created, userForm('kim', '/remove'));
    expect(unsure.textOf('[role=alert]')).toBe('Nothing was removed. Tick the box to confirm.');
    expect((await anna.send(created, userForm('kim', '/remove'), { sure: 'yes' })).textOf('.done')).toBe(
      'The user was removed.',
    );
    expect([await isIn(kim), (await kim.signIn('kim', NEXT_PASSWORD)).status]).toEqual([false, 401]);
    const operations = (await log({ by: 'anna', channel: 'desk' })).filter(
      ({ subject }) => subject['username'] === 'kim',
    );
    expect(operations.map(({ operation }) => operation).toReversed()).toEqual([
      'desk-create-user',
      'desk-change-user',
      'desk-send-link',
      'desk-remove-user',
    ]);
  });

  test('without the right to list see every report except the one with full codes', async () => {
    const anna = await signInStaff(stackOf, 'anna');
    const created = await make(anna, 'lars', 'manager');
    const lars = new Clerk(stackOf);
    await lars.signIn('lars', PASSWORD);
    const seen = async (): Promise<unknown[]> => {
      const page = await lars.open('/desk/reports');
      const paths = ['/desk/reports/claimed-items', '/desk/reports/claimed-items?format=csv', '/desk/search'];
      const answers = await Promise.all(paths.map(async (each) => (await lars.open(each)).status));
      return [page.status, page.textsOf('nav[aria-label=Reports] a'), answers];
    };
    const books = ['Sales', 'Movements of value', 'Statement and journal'];
    const others = ['Outstanding value', 'Subscribers', 'Check of the books'];
    expect(await seen()).toEqual([200, [...books, 'Issued items', 'Redemptions', ...others], [200, 200, 200]]);
    await anna.send(created, userForm('lars'), { can_list: undefined });
    expect((await anna.open('/desk/users')).text).toContain('may neither search nor list');
    expect(await seen()).toEqual([200, [...books, 'Issued items', ...others], [403, 403, 403]]);
    for (const name of ['subscribers', 'liability', 'integrity'])
      expect((await lars.open(`/desk/reports/${name}`)).status).toBe(200);
  });

  test('cannot get a role above that of the manager, and cannot be moved from another company', async () => {
    const anna = await signInStaff(stackOf, 'anna');
    const token = await anna.formToken();
    const post = async (path: string, fields: [string, string][] = []): Promise<number> =>
      (await anna.post(path, [['form_token', token], ['guid', randomUUID()], ...fields])).status;
    expect(
      await post('/desk/users', [
        ['username', 'high'],
        ['email', 'high@example.com'],
        ['role', 'system_admin'],
      ]),
    ).toBe(422);
    expect(
      await post('/desk/users', [
        ['username', 'frida'],
        ['email', 'frida@example.com'],
        ['role', 'staff'],
      ]),
    ).toBe(422);
    expect(
      await post('/desk/users', [
        ['username', 'unreachable'],
        ['email', 'nowhere'],
        ['role', 'staff'],
      ]),
    ).toBe(422);
    expect(await post('/desk/users/sille', [['role', 'system_admin']])).toBe(422);
    expect(await post('/desk/users/anna', [['role', 'staff']])).toBe(409);
    expect(await post('/desk/users/anna/remove', [['sure', 'yes']])).toBe(409);
    expect(await post('/desk/users/frida/link')).toBe(404);
    expect((await new Clerk(stackOf).signIn('frida')).status).toBe(303);
    expect(await isIn(anna)).toBe(true);
  });

  test('include at least one administrator, even when two remove each other concurrently', async () => {
    const solveig = await signInStaff(stackOf, 'solveig');
    await solveig.send(await solveig.open('/desk'), 'form[action="/desk/settings"]', { company: 'fjord' });
    for (const name of ['ulla', 'viggo']) await make(solveig, name, 'super_admin');
    const [ulla, viggo] = [new Clerk(stackOf), new Clerk(stackOf)];
    await Promise.all([ulla.signIn('ulla', PASSWORD), viggo.signIn('viggo', PASSWORD)]);
    const sent = [await ulla.open('/desk/users/viggo'), await viggo.open('/desk/users/ulla')] as const;
    await Promise.all([
      ulla.submit(sent[0], { sure: 'yes' }, { form: userForm('viggo', '/remove') }),
      viggo.submit(sent[1], { sure: 'yes' }, { form: userForm('ulla', '/remove') }),
    ]);
    const remaining = [await isIn(ulla), await isIn(viggo)];
    expect(remaining.filter(Boolean)).toHaveLength(1);
    const last = remaining[0] ? 'ulla' : 'viggo';
    const page = await solveig.open(`/desk/users/${last}`);
    const refused = await solveig.submit(page, { sure: 'yes' }, { form: userForm(last, '/remove') });
    expect([refused.status, refused.textOf('[role=alert]')]).toEqual([
      409,
      'This is the last administrator of the company. Give the role to another user first.',
    ]);
  });

  test('lose access to the desk immediately when they lose their role', async () => {
    const anna = await signInStaff(stackOf, 'anna');
    await make(anna, 'rolf', 'staff');
    const rolf = new Clerk(stackOf);
    await rolf.signIn('rolf', PASSWORD);
    await anna.send(await anna.open('/desk/users/rolf'), userForm('rolf'), { role: '' });
    const cookie = rolf.cookie;
    for (const { method, path } of guarded) {
      rolf.cookie = cookie;
      const where = path.replaceAll(/\{[^}]+\}/g, 'x');
      const page = method === 'GET' ? await rolf.open(where) : await rolf.post(where, []);
      expect([path, page.status, page.location.split('?')[0]]).toEqual([path, 303, '/desk/sign-in']);
    }
    expect((await rolf.signIn('rolf', PASSWORD)).status).toBe(401);
  });

  test('of an agency have limited permissions for the company they act for', async () => {
    const solveig = await signInStaff(stackOf, 'solveig');
    await solveig.send(await solveig.open('/desk'), 'form[action="/desk/settings"]', { company: 'lumen' });
    await solveig.send(await solveig.open('/desk/users'), PEOPLE_FORM, {
      username: 'lone',
      email: 'lone@example.com',
      role: 'super_admin',
      agency: 'yes',
    });
    await byLink('lone@example.com', PASSWORD);
    const lone = new Clerk(stackOf);
    await lone.signIn('lone', PASSWORD);
    await lone.send(await lone.open('/desk'), 'form[action="/desk/settings"]', { company: 'nordlys' });
    const token = await lone.formToken();
    const rights = rightsOf(
      { role: 'super_admin', company: 'lumen', agency: true, can_cancel: false, can_list: true },
      'nordlys',
    );
    for (const each of ['keys', 'audit', 'users', 'companies', 'redeem_group'] as const)
      expect(rights.has(each)).toBe(false);
    for (const { method, path, desk, name } of guarded.filter((route) => route.name !== 'desk-sign-out')) {
      const where = path.replaceAll(/\{[^}]+\}/g, 'x');
      const page = method === 'GET' ? await lone.open(where) : await lone.post(where, [['form_token', token]]);
      expect([name, page.status === 403]).toEqual([name, !rights.has(desk)]);
    }
  });

  test('of another company find nothing, whatever their permissions', async () => {
    const code = await issueOne();
    const order = await sell(stack, { key, name: randomUUID() });
    await stack.idle();
    const solveig = await signInStaff(stackOf, 'solveig');
    await solveig.send(await solveig.open('/desk'), 'form[action="/desk/settings"]', { company: 'fjord' });
    await make(solveig, 'torben', 'super_admin');
    const torben = new Clerk(stackOf);
    await torben.signIn('torben', PASSWORD);
    const token = await torben.formToken();
    const theirs: Record<string, string> = { code, order_id: order, username: 'sille' };
    const named = guarded.filter(({ path }) =>
      [...path.matchAll(/\{(\w+)\}/g)].some(([, name = '']) => name in theirs),
    );
    expect(named.length).toBeGreaterThan(7);
    for (const { method, path } of named) {
      const where = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(theirs[name] ?? 'x'));
      const fields = Object.entries({
        form_token: token,
        guid: randomUUID(),
        sure: 'yes',
        password: PASSWORD,
        role: 'staff',
        email: 'x@example.com',
        how: 'everything',
        change: 'block',
      });
      const page = method === 'GET' ? await torben.open(where) : await torben.post(where, fields);
      expect([path, page.status]).toEqual([path, 404]);
    }
    const { body } = await stack.get<{ remaining_amount: number }>(`/v2/items/${code}`, { key });
    expect(body.remaining_amount).toBe(300);
    expect((await new Clerk(stackOf).signIn('sille')).status).toBe(303);
  });
});

describe('the second factor of an administrator', () => {
  const END = 'form[action="/desk/account/second-factor/end"]';
  const CODE = 'form[action="/desk/sign-in/code"]';

  test('is set up with an app, required at sign-in, and reset by a higher role', async () => {
    const solveig = await signInStaff(stackOf, 'solveig');
    await solveig.send(await solveig.open('/desk'), 'form[action="/desk/settings"]', { company: 'nordlys' });
    expect((await make(solveig, 'vera', 'super_admin')).status).toBe(200);
    const vera = new Clerk(stackOf);
    expect((await vera.signIn('vera', PASSWORD)).status).toBe(303);
    const other = new Clerk(stackOf);
    await other.signIn('vera', PASSWORD);
    const BEGIN = 'form[action="/desk/account/second-factor"]';
    const refused = await vera.send(await vera.open('/desk/account'), BEGIN, { password: 'another password' });
    expect([refused.status, refused.textOf('[role=alert]')]).toEqual([422, 'The password is wrong.']);
    const setUp = await vera.send(refused, BEGIN, { password: PASSWORD });
    const secret = (setUp.textOf('[data-secret][translate=no]') ?? '').replaceAll(' ', '');
    expect(setUp.root.querySelector('svg.qr path[d^="M4 4h"]')).not.toBeNull();
    const wrong = await vera.send(setUp, 'form[action$="/confirm"]', { code: '000000' });
    expect([wrong.status, wrong.textOf('[role=alert]')]).toEqual([422, 'The code is wrong or has already been used.']);
    const code = totpCode(secret, totpStep(Date.now()));
    const done = await vera.send(wrong, 'form[action$="/confirm"]', { code });
    const recovery = done.root.querySelectorAll('[data-recovery][translate=no]').map((each) => each.text);
    expect(recovery).toHaveLength(10);
    expect((await vera.open('/desk/account')).text).not.toContain(recovery[0]);
    expect([(await vera.open('/desk')).status, (await other.open('/desk')).status]).toEqual([200, 303]);

    const again = new Clerk(stackOf);
    const signedIn = await again.signIn('vera', PASSWORD);
    expect([signedIn.status, signedIn.attribute('[autofocus]', 'name'), again.cookie]).toEqual([200, 'code', '']);
    const used = await again.submit(signedIn, { code }, { form: CODE });
    expect([used.status, used.textOf('[role=alert]')]).toEqual([422, 'The code is wrong or has already been used.']);
    const forged = await again.post('/desk/sign-in/code', [['code', recovery[1] ?? '']], {
      headers: { Origin: 'https://evil.example' },
    });
    expect(forged.status).toBe(403);
    expect((await again.submit(used, { code: recovery[0] ?? '' }, { form: CODE })).status).toBe(303);
    expect((await again.open('/desk')).status).toBe(200);
    expect((await again.submit(signedIn, { code: recovery[0] ?? '' }, { form: CODE })).status).toBe(422);

    const anna = await signInStaff(stackOf, 'anna');
    const page = await anna.open('/desk/users/vera');
    expect(page.root.querySelector('form[action$="/second-factor"]')).toBeNull();
    const token = await anna.formToken();
    expect((await anna.post('/desk/users/vera/second-factor', [['form_token', token]])).status).toBe(403);
    expect((await again.open('/desk')).status).toBe(200);
    await solveig.send(await solveig.open('/desk/users/vera'), 'form[action$="/second-factor"]');
    expect((await again.open('/desk')).status).toBe(303);
    expect((await again.signIn('vera', PASSWORD)).status).toBe(303);
    expect((await again.open('/desk/account')).root.querySelector(END)).toBeNull();
    const summaryOf = (await log())
      .filter(({ subject }) => subject['username'] === 'vera')
      .map(({ operation }) => operation);
    expect(summaryOf.slice(0, 2)).toEqual(['desk-reset-second-factor', 'desk-confirm-second-factor']);
  });

  test('is available to administrators only', async () => {
    const account = await (await signInStaff(stackOf, 'mads')).open('/desk/account');
    expect([account.status, account.root.querySelector('form[action*="second-factor"]')]).toEqual([200, null]);
  });
});

describe('companies', () => {
  test('are listed and chosen by system administrators only', async () => {
    const solveig = await signInStaff(stackOf, 'solveig');
    const all = await solveig.open('/desk/companies');
    for (const name of ['fjord', 'lumen', 'nordlys']) expect(all.textOf('tbody')).toContain(name);
    const page = await solveig.open('/desk/companies?q=Nordlys%20Spa');
    expect(page.root.querySelectorAll('tbody tr')).toHaveLength(1);
    const chosen = await solveig.send(page, 'tbody form');
    expect(chosen.textOf('.home')).toContain('Nordlys Spa');
    expect((await solveig.open('/desk/companies?q=nothing-of-this')).textOf('[role=status]')).toBe(
      'Nothing was found.',
    );
    expect((await (await signInStaff(stackOf, 'anna')).open('/desk/companies')).status).toBe(403);
  });
});
