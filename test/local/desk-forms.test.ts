import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deskRoutes } from '../../functions/desk/routes.ts';
import { signInStaff, Clerk } from '../support/desk.ts';
import { png } from '../support/pictures.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
const stackOf = (): RunningStack => stack;

beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

/** Forms of the users' own accounts, independent of the acting company. */
const OF_USER = new Set([
  'desk-sign-out',
  'desk-settings',
  'desk-change-own-password',
  'desk-begin-second-factor',
  'desk-confirm-second-factor',
  'desk-end-second-factor',
]);
const FORMS = deskRoutes.filter(({ method, desk }) => method === 'POST' && desk !== 'open');
const OF_COMPANY = FORMS.filter(({ name }) => !OF_USER.has(name));
const pathOf = (path: string): string => path.replaceAll(/\{[^}]+\}/g, 'nothing-of-this-name');

/** A system administrator chooses the company to act for. */
const choose = async (someone: Clerk, company: string): Promise<void> => {
  const answer = await someone.choose(company);
  expect(answer.status).toBe(303);
};

describe('a form that was shown for one company while another is chosen', () => {
  test.each(OF_COMPANY.map(({ name, path }) => ({ name, path })))('$name is refused', async ({ path }) => {
    const solveig = await signInStaff(stackOf, 'solveig');
    await choose(solveig, 'fjord');
    const token = await solveig.formToken();
    await choose(solveig, 'nordlys');
    const page = await solveig.post(pathOf(path), [['form_token', token]]);
    expect([page.status, page.textOf('h1')]).toEqual([409, 'Another company is selected']);
    expect(page.textOf('main')).toContain('was opened for Fjord');
    expect(page.textOf('main')).toContain('Nothing was changed.');
  });

  test('is accepted if it changes only the user', async () => {
    const solveig = await signInStaff(stackOf, 'solveig');
    await choose(solveig, 'fjord');
    const token = await solveig.formToken();
    await choose(solveig, 'nordlys');
    const ofUser = FORMS.filter(({ name }) => OF_USER.has(name) && name !== 'desk-sign-out');
    for (const { name, path } of ofUser) {
      const page = await solveig.post(path, [['form_token', token]]);
      expect([name, page.text.includes('Another company')]).toEqual([name, false]);
      expect(page.status, name).not.toBe(403);
    }
    expect((await solveig.post('/desk/sign-out', [['form_token', token]])).location).toBe('/desk/sign-in');
  });

  test('is also refused if its token was changed to name the other company', async () => {
    const solveig = await signInStaff(stackOf, 'solveig');
    await choose(solveig, 'fjord');
    const token = await solveig.formToken();
    await choose(solveig, 'nordlys');
    const changed = token.replace('.fjord.', '.nordlys.');
    expect(changed).not.toBe(token);
    expect((await solveig.post('/desk/keys', [['form_token', changed]])).status).toBe(403);
  });

  test('can be sent for its own company with one click, keeps all input, and is executed once', async () => {
    const solveig = await signInStaff(stackOf, 'solveig');
    await choose(solveig, 'fjord');
    const shown = await solveig.open('/desk/order-page');
    await choose(solveig, 'nordlys');
    const note = 'Two tabs';
    const refused = await solveig.submit(shown, { note }, { form: 'form[action="/desk/order-page/drafts"]' });
    expect(refused.status).toBe(409);
    expect((await solveig.open('/desk/order-page')).text).not.toContain(note);
    const { name = '', value = '' } = refused.form('main form').querySelector('button')!.attributes;
    const created = await solveig.submit(refused, { [name]: value }, { form: 'main form' });
    expect(created.location).toMatch(/^\/desk\/order-page\/drafts\/opd_/);
    const again = await solveig.submit(refused, { [name]: value }, { form: 'main form' });
    expect(again.location).toBe(created.location);
    expect((await solveig.open('/desk/order-page')).text).toContain(note);
    expect((await solveig.follow(created)).textOf('header .home')).toBe('Fjord Friluft AS');
    await choose(solveig, 'nordlys');
    expect((await solveig.open('/desk/order-page')).text).not.toContain(note);
  });

  test('keeps the line breaks of its texts', async () => {
    const solveig = await signInStaff(stackOf, 'solveig');
    await choose(solveig, 'fjord');
    const form = 'form[action="/desk/company/terms"]';
    const shown = await solveig.open('/desk/company/terms');
    await choose(solveig, 'nordlys');
    const text = 'The first\n\n  The "second" <b>&amp;</b>';
    const refused = await solveig.submit(shown, { 'terms.html': text }, { form });
    expect([refused.status, refused.values('main form')['terms.html']]).toEqual([409, text]);
  });

  test('does not keep a password or file: the user chooses the company again and opens the page of the form', async () => {
    const solveig = await signInStaff(stackOf, 'solveig', 'de');
    await choose(solveig, 'fjord');
    const [users, brand] = [await solveig.open('/desk/users'), await solveig.open('/desk/brand')];
    await choose(solveig, 'nordlys');
    const own = 'a password of some length';
    const typed = { username: 'tab', email: 'tab@example.com', role: 'staff', own_password: own };
    const file = { field: 'picture_file', name: 'logo.png', type: 'image/png', bytes: png() };
    const form = 'form[action="/desk/brand/pictures/logo"]';
    for (const { refused, page } of [
      { refused: await solveig.submit(users, typed, { form: 'form[action="/desk/users"]' }), page: '/desk/users' },
      { refused: await solveig.submit(brand, {}, { form, file }), page: '/desk/brand' },
    ]) {
      expect([refused.status, refused.textOf('h1')]).toEqual([409, 'Ein anderes Unternehmen ist gewählt']);
      expect(refused.root.toString()).not.toContain(own);
      await choose(solveig, 'nordlys');
      const { name = '', value = '' } = refused.form('main form').querySelector('button')!.attributes;
      const back = await solveig.submit(refused, { [name]: value }, { form: 'main form' });
      expect(back.location).toBe(page);
      expect((await solveig.follow(back)).textOf('header .home')).toBe('Fjord Friluft AS');
    }
  });
});

describe('a user who is no longer signed in', () => {
  const signOut = async (someone: Clerk): Promise<void> => {
    await someone.submit(await someone.open('/desk'), {}, { form: 'form[action="/desk/sign-out"]' });
  };

  test('is notified that the form was not sent, and returns to its page', async () => {
    const anna = await signInStaff(stackOf, 'anna');
    const shown = await anna.open('/desk/audit?channel=desk');
    const keys = await anna.open('/desk/keys');
    await signOut(anna);
    const form = 'form[action="/desk/keys"]';
    const sent = await anna.submit(keys, { label: 'unsent key' }, { form });
    expect(sent.status).toBe(303);
    const signIn = await anna.follow(sent);
    expect(signIn.textOf('[role=alert]')).toContain('The form was not sent, and nothing was changed.');
    const back = await anna.submit(signIn, { username: 'anna', password: 'demo-password-anna' });
    expect(back.location).toBe('/desk/keys');
    expect((await anna.follow(back)).text).not.toContain('unsent key');
    await signOut(anna);
    const settings = await anna.submit(shown, { language: 'de' }, { form: 'form:has([name=language])' });
    expect((await anna.follow(settings)).attribute('input[name=to]', 'value')).toBe('/desk/audit?channel=desk');
  });

  test('returns to a page without the outcome of an earlier form', async () => {
    const anna = await signInStaff(stackOf, 'anna');
    const shown = await anna.open('/desk/company/mails?outcome=saved');
    expect(shown.root.querySelector('.done')).not.toBeNull();
    await signOut(anna);
    const sent = await anna.submit(shown, {}, { form: 'form[action="/desk/company/mails"]' });
    const signIn = await anna.follow(sent);
    const back = await anna.submit(signIn, { username: 'anna', password: 'demo-password-anna' });
    expect(back.location).toBe('/desk/company/mails');
    expect((await anna.follow(back)).root.querySelector('.done')).toBeNull();
  });

  test('is not redirected to a URL in a form on another site', async () => {
    for (const page of ['https://evil.example/', '//evil.example', '/desk/../\\evil.example', '/shop/nordlys']) {
      const sent = await new Clerk(stackOf).post('/desk/keys', [['form_token', `x.fjord.${page}`]]);
      expect([page, sent.location]).toEqual([page, '/desk/sign-in?why=not-sent']);
    }
  });

  test('gets no notice for a form that only signs out', async () => {
    const anna = await signInStaff(stackOf, 'anna');
    const page = await anna.open('/desk/keys');
    await signOut(anna);
    const out = await anna.submit(page, {}, { form: 'form[action="/desk/sign-out"]' });
    expect(out.location).toBe('/desk/sign-in');
  });
});

test('a browser without cookies gets a notice after the right password, and only then', async () => {
  const anna = new Clerk(stackOf, 'de');
  const signedIn = await anna.signIn('anna');
  // Without this header, the browser would send no referrer.
  expect(signedIn.header('referrer-policy')).toBe('same-origin');
  anna.cookie = '';
  const from = (path: string) => ({ Referer: `${stack.url}${path}` });
  const refused = await anna.open(signedIn.location, from('/desk/sign-in?to=%2Fdesk'));
  expect((await anna.follow(refused)).textOf('[role=alert]')).toContain('Erlauben Sie Cookies');
  const searched = await anna.open('/desk/search?q=anna', from('/desk/sign-in/code'));
  const shown = await anna.follow(searched);
  expect(shown.textOf('[role=alert]')).toContain('Erlauben Sie Cookies');
  expect(shown.attribute('input[name=to]', 'value')).toBe('/desk/search?q=anna');
  for (const headers of [{}, from('/desk/keys'), { Referer: 'https://evil.example/desk/sign-in' }, { Referer: '?' }])
    expect((await anna.open('/desk', headers)).location).toBe('/desk/sign-in');
});

test('a form that was shown to another session is rejected with a link to its page', async () => {
  const anna = await signInStaff(stackOf, 'anna');
  const keys = await anna.open('/desk/keys');
  anna.cookie = (await signInStaff(stackOf, 'anna')).cookie;
  const refused = await anna.submit(keys, { label: 'never' }, { form: 'form[action="/desk/keys"]' });
  expect([refused.status, refused.attribute('main a', 'href')]).toEqual([403, '/desk/keys']);
  const forged = await anna.post('/desk/keys', [['form_token', 'x.fjord.https://evil.example/']]);
  expect(forged.root.querySelectorAll('main a').map((each) => each.getAttribute('href'))).toEqual(['/desk']);
});

test('at an unknown URL of the desk, browsers get a page with a link, and programs get JSON', async () => {
  const accept = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const anna = new Clerk(stackOf, 'sv');
  const page = await anna.open('/desk/nope', accept);
  expect([page.status, page.attribute('main a', 'href'), page.attribute('html', 'lang')]).toEqual([404, '/desk', 'sv']);
  expect(page.textOf('main a')).toBe('Till startsidan');
  expect(page.textOf('h1')).not.toBe('');
  const posted = await anna.open('/desk/redeem', accept);
  expect([posted.status, posted.header('allow')]).toEqual([405, 'POST']);
  expect(posted.attribute('main a', 'href')).toBe('/desk');
  for (const path of ['/desk/nope', '/v2/nope'])
    expect((await anna.open(path)).header('content-type')).toContain('application/json');
  expect((await anna.open('/v2/nope', accept)).header('content-type')).toContain('application/json');
});

test('an unknown URL keeps the header and the menu for a signed-in user', async () => {
  const anna = await signInStaff(stackOf, 'anna', 'sv');
  const page = await anna.open('/desk/nope?q=1', { Accept: 'text/html' });
  expect([page.status, page.attribute('html', 'lang'), page.textOf('main a')]).toEqual([404, 'sv', 'Till startsidan']);
  expect(page.root.querySelector('header nav a[href="/desk/orders"]')).not.toBeNull();
});

test('switching the language returns to the same page, switching the company to the first page', async () => {
  const solveig = await signInStaff(stackOf, 'solveig');
  const form = 'form:has([name=language])';
  const german = await solveig.submit(await solveig.open('/desk/audit?channel=desk'), { language: 'de' }, { form });
  expect(german.location).toBe('/desk/audit?channel=desk');
  const page = await solveig.open('/desk/companies/nordlys');
  expect((await solveig.submit(page, { language: 'da' }, { form })).location).toBe('/desk/companies/nordlys');
  const chosen = await solveig.submit(page, { company: 'fjord', language: undefined }, { form });
  expect(chosen.location).toBe('/desk');
});

test('the page of a user keeps permissions that another administrator changed since it was opened', async () => {
  const anna = await signInStaff(stackOf, 'anna');
  const form = 'form[action="/desk/users/mads"]';
  const [seen, stale] = [await anna.open('/desk/users/mads'), await anna.open('/desk/users/mads')];
  await anna.send(seen, form, { role: 'staff' });
  const refused = await anna.send(stale, form, { email: 'nowhere' });
  expect([refused.status, refused.values(form)['was_role']]).toEqual([422, 'manager']);
  const saved = await anna.send(refused, form, { email: 'mads@example.com', can_cancel: 'yes' });
  expect(saved.values(form)).toMatchObject({ role: 'staff', email: 'mads@example.com', can_cancel: 'yes' });
  const without = await anna.send(saved, form, { email: '', can_cancel: undefined });
  expect(without.values(form)).toMatchObject({ role: 'staff', email: '', was_can_cancel: '' });
});

test('the audit log names the subjects of its entries in the language of the page', async () => {
  const someone = await signInStaff(stackOf, 'anna', 'de');
  await someone.send(await someone.open('/desk/company/mails'), 'form[action="/desk/company/mails"]', {
    'mail_from.name': 'Nordlys',
  });
  const form = 'form[action$="/pictures/logo"]';
  const file = { field: 'picture_file', name: 'logo.png', type: 'image/png', bytes: png() };
  await someone.submit(await someone.open('/desk/brand'), {}, { form, step: 'send', file });
  const created = await someone.submit(
    await someone.open('/desk/products/experiences/new'),
    { name: 'Massage', 'o.new.name': 'Kurz', 'o.new.amount': '90' },
    { form: 'form[enctype]' },
  );
  const number = /experiences\/(\d+)/.exec(created.location)?.[1];
  const logo = '/v2/companies/nordlys/brand/assets/logo';
  expect((await stack.call('DELETE', logo, { key: stack.key('nordlys') })).status).toBe(204);
  const key = stack.key('nordlys');
  const event = { name: 'Konzert', slug: 'konzert', starts_at: '2035-05-01T19:00:00Z', options: [] };
  const { body } = await stack.post<{ id: number }>('/v2/catalog/events', { key, idempotencyKey: true, body: event });
  const path = `/v2/catalog/events/${body.id}/cancel`;
  await stack.post(path, { key, idempotencyKey: true, body: { refund: 'none' } });
  const log = await someone.open('/desk/audit');
  expect(log.textsOf('tbody td:last-child').toSpliced(1, 1).slice(0, 5)).toEqual([
    `Produkt: evt_${body.id}`,
    'Unternehmen: nordlys, Logo auf der Hauptfarbe',
    `Erlebnis, Produkt: gcv_${number}`,
    'Logo auf der Hauptfarbe',
    'E-Mails und Dokumente',
  ]);
  expect(log.textsOf('td details summary')[0]).toMatch(/^Änderungen \(\d\)$/);
  expect(log.textsOf('td details .facts div')).toContain('name – → Massage');
});
