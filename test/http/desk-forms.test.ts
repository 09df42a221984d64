import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deskRoutes } from '../../functions/http/desk/routes.ts';
import { clerk, type Clerk } from '../support/desk.ts';
import { png } from '../support/pictures.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
const stackOf = (): RunningStack => stack;

beforeAll(async () => {
  stack = await startStack({ tableInMemory: true });
});
afterAll(() => stack.stop());

/** Forms of the users themselves, whatever company they act on. */
const OF_USER = new Set([
  'desk-sign-out',
  'desk-settings',
  'desk-begin-second-factor',
  'desk-confirm-second-factor',
  'desk-end-second-factor',
]);
const FORMS = deskRoutes.filter(({ method, desk }) => method === 'POST' && desk !== 'open');
const OF_COMPANY = FORMS.filter(({ name }) => !OF_USER.has(name));
const pathOf = (path: string): string => path.replaceAll(/\{[^}]+\}/g, 'nothing-of-this-name');

const SETTINGS = 'form[action="/desk/settings"]:has([name=company])';
const choose = async (someone: Clerk, company: string): Promise<void> => {
  const answer = await someone.submit(await someone.open('/desk'), { company }, { form: SETTINGS });
  expect(answer.status).toBe(303);
};

describe('a form that was shown for one company while another is chosen', () => {
  test.each(OF_COMPANY.map(({ name, path }) => ({ name, path })))('$name is refused', async ({ path }) => {
    const solveig = await clerk(stackOf, 'solveig');
    await choose(solveig, 'fjord');
    const token = await solveig.formToken();
    await choose(solveig, 'nordlys');
    const page = await solveig.post(pathOf(path), [['form_token', token]]);
    expect([page.status, page.textOf('h1')]).toEqual([409, 'Another company is chosen']);
    expect(page.textOf('main')).toContain('was opened for Fjord');
    expect(page.textOf('main')).toContain('Nothing was changed.');
  });

  test('is taken where it is about the user alone', async () => {
    const solveig = await clerk(stackOf, 'solveig');
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

  test('cannot be made to fit by naming the other company in it', async () => {
    const solveig = await clerk(stackOf, 'solveig');
    await choose(solveig, 'fjord');
    const token = await solveig.formToken();
    await choose(solveig, 'nordlys');
    const changed = token.replace('.fjord.', '.nordlys.');
    expect(changed).not.toBe(token);
    expect((await solveig.post('/desk/keys', [['form_token', changed]])).status).toBe(403);
  });

  test('is sent for its own company at one press, with all that was typed, and done once', async () => {
    const solveig = await clerk(stackOf, 'solveig');
    await choose(solveig, 'fjord');
    const shown = await solveig.open('/desk/order-page');
    await choose(solveig, 'nordlys');
    const note = 'Two tabs';
    const refused = await solveig.submit(shown, { note }, { form: 'form[action="/desk/order-page/drafts"]' });
    expect(refused.status).toBe(409);
    expect((await solveig.open('/desk/order-page')).text).not.toContain(note);
    const { name = '', value = '' } = refused.form('main form').querySelector('button')!.attributes;
    const made = await solveig.submit(refused, { [name]: value }, { form: 'main form' });
    expect(made.location).toMatch(/^\/desk\/order-page\/drafts\/opd_/);
    const again = await solveig.submit(refused, { [name]: value }, { form: 'main form' });
    expect(again.location).toBe(made.location);
    expect((await solveig.open('/desk/order-page')).text).toContain(note);
    expect((await solveig.follow(made)).textOf('header .home')).toBe('Fjord Friluft AS');
    await choose(solveig, 'nordlys');
    expect((await solveig.open('/desk/order-page')).text).not.toContain(note);
  });

  test('keeps no password and no file: the company is chosen again, and the page of the form opened', async () => {
    const solveig = await clerk(stackOf, 'solveig', 'de');
    await choose(solveig, 'fjord');
    const [users, brand] = [await solveig.open('/desk/users'), await solveig.open('/desk/brand')];
    await choose(solveig, 'nordlys');
    const typed = { username: 'tab', password: 'a password of some length', role: 'staff' };
    const file = { field: 'picture_file', name: 'logo.png', type: 'image/png', bytes: png() };
    const form = 'form[action="/desk/brand/pictures/logo"]';
    for (const { refused, page } of [
      { refused: await solveig.submit(users, typed, { form: 'form[action="/desk/users"]' }), page: '/desk/users' },
      { refused: await solveig.submit(brand, {}, { form, file }), page: '/desk/brand' },
    ]) {
      expect([refused.status, refused.textOf('h1')]).toEqual([409, 'Ein anderes Unternehmen ist gewählt']);
      expect(refused.root.toString()).not.toContain(typed.password);
      await choose(solveig, 'nordlys');
      const { name = '', value = '' } = refused.form('main form').querySelector('button')!.attributes;
      const back = await solveig.submit(refused, { [name]: value }, { form: 'main form' });
      expect(back.location).toBe(page);
      expect((await solveig.follow(back)).textOf('header .home')).toBe('Fjord Friluft AS');
    }
  });
});
