import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Clerk } from '../support/desk.ts';
import type { FoundPage } from '../support/page-visitor.ts';
import { codeOf, fieldsOf } from '../support/order-page.ts';
import { AGENCY_KEY, API_KEY, FOREIGN_KEY, HOMELESS_KEY, ruleSeed } from '../support/seed.ts';
import { startStack, type Answer, type CallOptions, type MailMessage, type RunningStack } from '../support/stack.ts';

interface User {
  object: string;
  username: string;
  email: string | null;
  role: string | null;
  status: string;
  invitation_expires_at: string | null;
}

const PASSWORD = 'a long pass phrase of mine';
const READ_KEY = `lp_live_${'7'.repeat(32)}_${'a'.repeat(64)}`;
const user = (company: string, username: string, more: object = {}) => ({
  company,
  username,
  password: PASSWORD,
  email: `${username}@example.com`,
  role: 'super_admin',
  ...more,
});
const seed = {
  ...ruleSeed,
  api_keys: [...ruleSeed.api_keys, { company: 'shop', label: 'read', key: READ_KEY, scopes: ['users:read'] }],
  users: [
    user('shop', 'anna'),
    user('shop', 'sille', { role: 'staff' }),
    user('shop', 'root', { role: 'system_admin' }),
    user('other', 'ole'),
    user('homeless', 'h1'),
    user('homeless', 'h2'),
    user('homeless', 'h3'),
    { company: 'agency', username: 'seeded', email: 'seeded@example.com', role: 'manager' },
  ],
};

let stack: RunningStack;
beforeAll(async () => {
  stack = await startStack({ seed });
});
afterAll(() => stack.stop());
const stackOf = (): RunningStack => stack;

const read = (username: string, key = API_KEY): Promise<Answer<User>> =>
  stack.get<User>(`/v2/users/${username}`, { key });
const invite = (body: object, options: CallOptions = {}): Promise<Answer<User>> =>
  stack.post<User>('/v2/users', { key: API_KEY, idempotencyKey: true, body, ...options });
const patch = async (username: string, body: object, key = API_KEY): Promise<Answer<User>> =>
  stack.call<User>('PATCH', `/v2/users/${username}`, {
    key,
    body,
    headers: { 'If-Match': (await read(username, key)).headers.get('etag') ?? '' },
  });
const remove = (username: string, key = API_KEY): Promise<Answer<unknown>> =>
  stack.call('DELETE', `/v2/users/${username}`, { key });

const mailsTo = async (email: string): Promise<MailMessage[]> => {
  await stack.idle();
  return stack.mail(email);
};
const linkIn = ({ text }: MailMessage): string => /\/desk\/set-password\?token=\S+/.exec(text ?? '')?.[0] ?? '';
const linkTo = async (email: string): Promise<string> => {
  const mails = await mailsTo(email);
  return linkIn(mails.at(-1) as MailMessage);
};
const accept = async (path: string, password = PASSWORD): Promise<FoundPage> => {
  const who = new Clerk(stackOf);
  const page = await who.open(path);
  return page.status === 200 ? who.submit(page, { password }) : page;
};

describe('POST /v2/users', () => {
  test('sends an invitation by email, with which the user sets a password and is signed in', async () => {
    const answer = await invite({ username: 'kim', email: 'kim@example.com', role: 'manager' });
    expect(answer.status, answer.bytes.toString()).toBe(201);
    expect(answer.headers.get('location')).toMatch(/\/v2\/users\/kim$/);
    expect(answer.body).toMatchObject({ object: 'user', username: 'kim', role: 'manager', status: 'invited' });
    expect(Date.parse(answer.body.invitation_expires_at ?? '') - Date.now()).toBeGreaterThan(6.9 * 24 * 3600_000);
    expect(answer.bytes.toString()).not.toContain('password');
    const [mail, ...more] = await mailsTo('kim@example.com');
    expect(more).toEqual([]);
    expect(mail?.text).toContain('kim');
    const kim = new Clerk(stackOf);
    expect((await kim.signIn('kim', '')).status).toBe(401);
    const page = await kim.open(await linkTo('kim@example.com'));
    expect([page.status, page.header('referrer-policy'), page.header('cache-control')]).toEqual([
      200,
      'strict-origin',
      'no-store',
    ]);
    for (const weak of ['short', 'password1234', 'kim@example.com'.slice(0, 11)])
      expect((await kim.submit(page, { password: weak })).status, weak).toBe(422);
    const done = await kim.submit(page, { password: PASSWORD });
    expect([done.status, done.header('location')]).toEqual([303, '/desk']);
    expect((await kim.open('/desk')).status).toBe(200);
    expect((await read('kim')).body).toMatchObject({ status: 'active', invitation_expires_at: null });
    expect((await kim.open(await linkTo('kim@example.com'))).status).toBe(410);
    const log = await stack.get<{ data: { operation: string; by: { user: string | null } }[] }>('/v2/audit-log', {
      key: API_KEY,
    });
    expect(log.body.data.slice(0, 2).map(({ operation, by }) => [operation, by.user])).toEqual([
      ['desk-set-password', 'kim'],
      ['create-user', null],
    ]);
  });

  test('reports a weak password in the language of its page, for a browser of another language', async () => {
    await invite({ username: 'ida', email: 'ida@example.com', role: 'staff' });
    const finn = new Clerk(stackOf, 'fi');
    const page = await finn.open(await linkTo('ida@example.com'));
    const weak = await finn.submit(page, { password: 'short' });
    expect([page.text, weak.text]).toEqual([
      expect.stringContaining('Velkommen'),
      expect.stringContaining('En adgangskode skal have mindst 12 tegn'),
    ]);
  });

  test('sends a link that works once, even when used concurrently, and for seven days', async () => {
    await invite({ username: 'lis', email: 'lis@example.com', role: 'staff' });
    const link = await linkTo('lis@example.com');
    const answers = await Promise.all(
      ['first phrase of lis', 'second phrase of lis'].map((each) => accept(link, each)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 410]);
    await invite({ username: 'mia', email: 'mia@example.com' });
    const late = await linkTo('mia@example.com');
    await stack.advance(7 * 24 * 3600 + 1);
    expect((await accept(late)).status).toBe(410);
    expect((await new Clerk(stackOf).open('/desk/set-password?token=forged.tag')).status).toBe(410);
  });

  test('rejects taken names, roles above that of the caller, and passwords in the body', async () => {
    for (const username of ['anna', 'ole']) {
      const taken = await invite({ username, email: 'x@example.com', role: 'staff' });
      expect([taken.status, Object.keys(fieldsOf(taken))]).toEqual([422, ['username']]);
    }
    const above = await invite({ username: 'nn', email: 'x@example.com', role: 'system_admin' });
    expect([above.status, Object.keys(fieldsOf(above))]).toEqual([422, ['role']]);
    const reply = await invite({ username: 'nn', email: 'x@example.com', role: 'staff', password: PASSWORD });
    expect(Object.keys(fieldsOf(reply))).toEqual(['password']);
    expect(Object.keys(fieldsOf(await invite({ username: 'nn' })))).toEqual(['email']);
    expect(codeOf(await invite({ username: 'nn', email: 'x@example.com' }, { key: READ_KEY }))).toBe(
      'insufficient_scope',
    );
    expect(codeOf(await invite({ username: 'nn', email: 'x@example.com' }, { idempotencyKey: undefined }))).toBe(
      'idempotency_key_required',
    );
  });

  test('gives a key of an agency no administrator of an assigned company, neither a new nor an existing one', async () => {
    const options = { key: AGENCY_KEY, query: { company: 'shop' } };
    const body = { username: 'agent', email: 'agent@example.com' };
    const above = await invite({ ...body, role: 'super_admin' }, options);
    expect([above.status, Object.keys(fieldsOf(above))]).toEqual([422, ['role']]);
    expect((await invite({ ...body, role: 'manager' }, options)).status).toBe(201);
    const change = async (username: string, changes: object) => {
      const etag = (await stack.get(`/v2/users/${username}`, options)).headers.get('etag') ?? '';
      return stack.call('PATCH', `/v2/users/${username}`, {
        ...options,
        body: changes,
        headers: { 'If-Match': etag },
      });
    };
    expect(codeOf(await change('anna', { email: 'agent@example.com' }))).toBe('user_above');
    expect(Object.keys(fieldsOf(await change('agent', { role: 'super_admin' })))).toEqual(['role']);
    expect(codeOf(await stack.call('DELETE', '/v2/users/anna', options))).toBe('user_above');
    expect((await stack.call('DELETE', '/v2/users/agent', options)).status).toBe(204);
  });

  test('invites once for the same key, and for concurrent requests with the same name', async () => {
    const body = { username: 'nora', email: 'nora@example.com', role: 'staff' };
    const [one, two] = [
      await invite(body, { idempotencyKey: 'nora-1' }),
      await invite(body, { idempotencyKey: 'nora-1' }),
    ];
    expect([two.status, two.body]).toEqual([201, one.body]);
    expect(await mailsTo('nora@example.com')).toHaveLength(1);
    const replies = await Promise.all([1, 2].map(() => invite({ ...body, username: 'oda' })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 422]);
  });
});

describe('GET, PATCH and DELETE /v2/users', () => {
  test('list and show users of the same company, in pages', async () => {
    const page = await stack.get<{ data: User[]; next_cursor: string }>('/v2/users', {
      key: HOMELESS_KEY,
      query: { limit: '2' },
    });
    expect(page.body.data.map(({ username }) => username)).toEqual(['h1', 'h2']);
    const reply = await stack.get<{ data: User[] }>('/v2/users', {
      key: HOMELESS_KEY,
      query: { starting_after: page.body.next_cursor },
    });
    expect(reply.body.data.map(({ username }) => username)).toEqual(['h3']);
    expect((await read('ole')).status).toBe(404);
    expect((await remove('anna', FOREIGN_KEY)).status).toBe(404);
    expect((await stack.get('/v2/users/anna', { key: AGENCY_KEY, query: { company: 'shop' } })).status).toBe(200);
  });

  test('require the tag for a change, and record it in the audit log', async () => {
    const tag = (await read('sille')).headers.get('etag') ?? '';
    const send = (body: object, headers: Record<string, string> = {}) =>
      stack.call<User>('PATCH', '/v2/users/sille', { key: API_KEY, body, headers });
    expect(codeOf(await send({ can_cancel: true }))).toBe('precondition_required');
    expect((await send({ can_cancel: true, email: 'S@example.com' }, { 'If-Match': tag })).status).toBe(200);
    expect(codeOf(await send({ can_cancel: false }, { 'If-Match': tag }))).toBe('precondition_failed');
    expect(Object.keys(fieldsOf(await patch('sille', { username: 'x' })))).toEqual(['username']);
    expect(Object.keys(fieldsOf(await patch('sille', { role: 'system_admin' })))).toEqual(['role']);
    expect(Object.keys(fieldsOf(await patch('sille', { company: 'shop', password: 'x' }))).toSorted()).toContain(
      'password',
    );
    expect(codeOf(await patch('root', { role: 'staff' }))).toBe('user_above');
    expect(codeOf(await remove('root'))).toBe('user_above');
    const etag = (await read('sille')).headers.get('etag') ?? '';
    // This request changes nothing, so it has no entry.
    expect((await send({ can_cancel: true }, { 'If-Match': etag, 'Idempotency-Key': 'unchanged' })).status).toBe(200);
    const log = await stack.get<{ data: { changes: object[] }[] }>('/v2/audit-log', {
      key: API_KEY,
      query: { operation: 'update-user' },
    });
    expect(log.body.data[0]?.changes).toContainEqual({ member: 'can_cancel', before: false, after: true });
  });

  test('end the sessions of the user for a new role and a removal', async () => {
    const sille = new Clerk(stackOf);
    await sille.signIn('sille', PASSWORD);
    expect((await sille.open('/desk')).status).toBe(200);
    await patch('sille', { role: 'manager' });
    expect((await sille.open('/desk')).status).toBe(303);
    await patch('sille', { role: 'staff' });
    await sille.signIn('sille', PASSWORD);
    expect((await remove('sille')).status).toBe(204);
    expect((await sille.open('/desk')).status).toBe(303);
    expect((await read('sille')).status).toBe(404);
  });

  test('end the sessions of the user permanently: restoring the role does not restore them', async () => {
    await invite({ username: 'mona', email: 'mona@example.com', role: 'manager' });
    await accept(await linkTo('mona@example.com'));
    const mona = new Clerk(stackOf);
    await mona.signIn('mona', PASSWORD);
    const { cookie } = mona;
    for (const role of [null, 'manager']) expect((await patch('mona', { role })).status).toBe(200);
    mona.cookie = cookie;
    expect((await mona.open('/desk')).status).toBe(303);
    await mona.signIn('mona', PASSWORD);
    expect((await mona.open('/desk')).status).toBe(200);
    expect((await patch('mona', { can_list: false })).status).toBe(200);
    expect((await mona.open('/desk')).status).toBe(200);
  });

  test('keep the last active administrator, even when two are removed concurrently', async () => {
    expect(codeOf(await remove('anna'))).toBe('last_admin');
    expect(codeOf(await patch('anna', { role: 'staff' }))).toBe('last_admin');
    await invite({ username: 'pia', email: 'pia@example.com', role: 'super_admin' });
    expect(codeOf(await remove('anna'))).toBe('last_admin');
    expect((await remove('pia')).status).toBe(204);
    const all = await Promise.all(['h1', 'h2', 'h3'].map((name) => remove(name, HOMELESS_KEY)));
    expect(all.map(({ status }) => status).toSorted()).toEqual([204, 204, 409]);
    const reply = await stack.get<{ data: User[] }>('/v2/users', { key: HOMELESS_KEY });
    expect(reply.body.data).toHaveLength(1);
  });
});

describe('operator data', () => {
  test('invites a user with an email address but no password, once', async () => {
    const mails = await mailsTo('seeded@example.com');
    expect(mails).toHaveLength(1);
    expect((await accept(linkIn(mails[0] as MailMessage))).status).toBe(410);
  });
});

describe('a forgotten password', () => {
  const forget = async (email: string, who = new Clerk(stackOf)) =>
    who.submit(await who.open('/desk/forgotten-password'), { email });

  test('is reset by a link that is valid once, for an hour, and the response does not reveal unknown users', async () => {
    const anna = new Clerk(stackOf);
    await anna.signIn('anna', PASSWORD);
    const known = await forget('Anna@Example.com');
    const unknown = await forget('nobody@example.com');
    expect([known.status, unknown.status]).toEqual([200, 200]);
    expect(known.text.replaceAll('Anna@Example.com', '@')).toBe(unknown.text.replaceAll('nobody@example.com', '@'));
    expect(await mailsTo('nobody@example.com')).toEqual([]);
    const link = await linkTo('anna@example.com');
    const next = 'the next phrase of anna';
    const replies = await Promise.all([accept(link, next), accept(link, next)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([303, 410]);
    expect((await anna.open('/desk')).status).toBe(303);
    expect((await anna.signIn('anna', PASSWORD)).status).toBe(401);
    expect((await anna.signIn('anna', next)).status).toBe(303);
    await forget('anna@example.com');
    const late = await linkTo('anna@example.com');
    expect(late).not.toBe(link);
    await stack.advance(3601);
    expect((await accept(late)).status).toBe(410);
  });

  test('ends its link when the user’s email address or password is changed in another way', async () => {
    await invite({ username: 'eva', email: 'eva@example.com', role: 'staff' });
    await accept(await linkTo('eva@example.com'));
    await forget('eva@example.com');
    const toOldAddress = await linkTo('eva@example.com');
    await patch('eva', { email: 'eva.new@example.com' });
    expect((await accept(toOldAddress, 'a phrase of another person')).status).toBe(410);
    await forget('eva.new@example.com');
    const forOldPassword = await linkTo('eva.new@example.com');
    const eva = new Clerk(stackOf);
    await eva.signIn('eva', PASSWORD);
    const typed = { own_password: PASSWORD, password: 'the own phrase of eva' };
    const changed = await eva.submit(await eva.open('/desk/account'), typed, {
      form: 'form[action="/desk/account/password"]',
    });
    expect([changed.status, (await accept(forOldPassword)).status]).toEqual([303, 410]);
    await forget('EVA.new@example.com');
    expect((await accept(await linkTo('eva.new@example.com'))).status).toBe(303);
  });

  test('sends no link to invited and removed users', async () => {
    await invite({ username: 'rie', email: 'rie@example.com', role: 'staff' });
    await forget('rie@example.com');
    await forget('kim@example.com');
    await remove('kim');
    await forget('kim@example.com');
    expect(await mailsTo('rie@example.com')).toHaveLength(1);
    expect((await accept(await linkTo('kim@example.com'))).status).toBe(410);
  });

  test('is limited like sign-in', async () => {
    const answers = [];
    for (let n = 0; n < 11; n++) answers.push((await forget('ole@example.com')).status);
    expect(answers).toEqual([...Array<number>(10).fill(200), 429]);
    const forged = await stack.call('POST', '/desk/forgotten-password', {
      body: 'email=ole%40example.com',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://evil.example' },
    });
    expect(forged.status).toBe(403);
  });
});
