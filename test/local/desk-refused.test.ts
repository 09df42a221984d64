import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInStaff } from '../support/desk.ts';
import type { ChosenFile, FormInput, FoundPage } from '../support/page-visitor.ts';
import { startStack, type RunningStack } from '../support/stack.ts';
import { formPdf } from '../support/templates.ts';

let stack: RunningStack;
const stackOf = (): RunningStack => stack;

beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

interface RefusalCase {
  what: string;
  who: string;
  page: () => string | Promise<string>;
  form: string;
  /** Changed choices of the form; undefined clears a checkbox. */
  choices: FormInput;
  /** The invalid value that makes the service refuse the form. */
  fault: FormInput;
  file?: ChosenFile;
  /** Field that shows the fault. */
  marked?: string;
}

const noPdf: ChosenFile = {
  field: 'picture_file',
  name: 'card.pdf',
  type: 'application/pdf',
  bytes: Buffer.from('no PDF'),
};

const registered = async (): Promise<string> => {
  const anna = await signInStaff(stackOf, 'anna');
  const form = 'form[action="/desk/webhooks"]';
  const message = await anna.submit(await anna.open('/desk/webhooks'), { url: 'http://127.0.0.1:9/hooks' }, { form });
  stack.secrets.collect(message.textOf('[data-secret]'));
  return message.attribute('.links a', 'href') ?? '';
};

const issued = async (): Promise<string> => {
  const { body } = await stack.post<{ items: { code: string }[] }>('/v2/items', {
    key: stack.key('nordlys'),
    body: { amount: 300 },
  });
  return `/desk/items/${body.items[0]?.code ?? ''}`;
};

const FORMS: readonly RefusalCase[] = [
  {
    what: 'a key',
    who: 'anna',
    page: () => '/desk/keys',
    form: 'form[action="/desk/keys"]',
    choices: { environment: 'test', expires_in_days: '1', 'scope.items:read': 'yes' },
    fault: { label: 'x'.repeat(256) },
    marked: '#label',
  },
  {
    what: 'a key without expiry or scope',
    who: 'anna',
    page: () => '/desk/keys',
    form: 'form[action="/desk/keys"]',
    choices: { label: 'Till', environment: 'test', expires_in_days: '' },
    fault: {},
    marked: '#scopes',
  },
  {
    what: 'a new user',
    who: 'anna',
    page: () => '/desk/users',
    form: 'form[action="/desk/users"]',
    choices: { username: 'frida', role: 'manager', can_list: undefined, can_cancel: 'yes' },
    fault: { email: 'frida@example.com' },
  },
  {
    what: 'a user of only the legacy API',
    who: 'anna',
    page: () => '/desk/users',
    form: 'form[action="/desk/users"]',
    choices: { username: 'nobody', role: '', can_list: undefined },
    fault: { email: 'nowhere' },
    marked: '#invite-email',
  },
  {
    what: 'a changed user',
    who: 'solveig',
    page: () => '/desk/users/anna',
    form: 'form[action="/desk/users/anna"]',
    choices: { role: 'staff', can_list: undefined, can_cancel: 'yes' },
    fault: {},
  },
  {
    what: 'a new webhook endpoint',
    who: 'anna',
    page: () => '/desk/webhooks',
    form: 'form[action="/desk/webhooks"]',
    choices: { 'event.order.created': undefined },
    fault: { url: 'https://elsewhere.example/hooks' },
    marked: '#url',
  },
  {
    what: 'a changed webhook endpoint',
    who: 'anna',
    page: registered,
    form: 'form:has([name=url])',
    choices: { 'event.order.created': undefined, 'event.order.expired': undefined },
    fault: { url: 'https://elsewhere.example/hooks' },
    marked: '#url',
  },
  {
    what: 'a template',
    who: 'anna',
    page: () => '/desk/brand',
    form: 'form[action="/desk/templates"]',
    choices: { name: 'Winter', product_type: 'event_ticket' },
    fault: {},
    file: noPdf,
    marked: '#file',
  },
  {
    what: 'a new company',
    who: 'solveig',
    page: () => '/desk/companies',
    form: 'form[method=post][action="/desk/companies"]',
    choices: { name: 'Bakke', country: 'NO', currency: 'NOK', email: 'bo@example.com' },
    fault: { slug: 'nordlys' },
    marked: '#new-slug',
  },
  {
    what: 'a new company whose administrator can have no such username',
    who: 'solveig',
    page: () => '/desk/companies',
    form: 'form[method=post][action="/desk/companies"]',
    choices: { name: 'Bakke', country: 'NO', currency: 'NOK' },
    fault: { email: "o'neill@example.com" },
    marked: '#new-email',
  },
  {
    what: 'the look',
    who: 'anna',
    page: () => '/desk/brand',
    form: 'form[action="/desk/brand"]',
    choices: { 'typography.heading': 'inter', tagline: 'By the sea' },
    fault: { 'colors.text': '#eeeeee', 'colors.background': '#ffffff' },
    marked: '#color-text',
  },
  {
    what: 'an item to resend',
    who: 'anna',
    page: issued,
    form: 'form[action$="/resend"]',
    choices: {},
    fault: { email: 'bo@nowhere' },
    marked: '#email',
  },
  {
    what: 'an adjusted value',
    who: 'anna',
    page: issued,
    form: 'form:has(#adjust-amount)',
    choices: { reason: 'Goodwill' },
    fault: { amount: 'many' },
    marked: '#adjust-amount',
  },
  {
    what: 'an amount at the counter',
    who: 'anna',
    page: async () => (await issued()).replace('/desk/items/', '/desk?code='),
    form: 'form:has(#amount)',
    choices: {},
    fault: { amount: 'many' },
    marked: '#amount',
  },
  {
    what: 'the categories',
    who: 'anna',
    page: () => '/desk/products/categories',
    form: '.category-form',
    choices: { 'c.new1.place': '1', 'c.4.remove': 'yes' },
    fault: { 'c.new1.name': 'x'.repeat(501) },
    marked: '#category-new1',
  },
  {
    what: 'a product with pictures and an option to remove',
    who: 'anna',
    page: () => '/desk/products/experiences/12',
    form: '.product-form',
    choices: { remove_pictures: 'yes', 'o.31.remove': 'yes', 'category.3': 'yes' },
    fault: { name: '' },
    marked: '#name',
  },
  {
    what: 'the cancellation of an event without refunds',
    who: 'anna',
    page: () => '/desk/products/events/5/cancel',
    form: 'form:has([name=refund])',
    choices: { refund: 'none', message: 'Sorry,\n\nthe band is ill' },
    fault: {},
  },
  {
    what: 'the user’s own password',
    who: 'anna',
    page: () => '/desk/account',
    form: 'form[action="/desk/account/password"]',
    choices: {},
    fault: { own_password: 'a guess', password: 'quite another pass phrase' },
    marked: '#own-password-change',
  },
];

/**
 * Fields that a refused form does not return: guids and tags differ each time a form is shown, and passwords are not
 * kept.
 */
const OWN = new Set(['form_token', 'guid', 'seen', 'password', 'own_password']);
const chosenIn = (values: FormInput): FormInput =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !OWN.has(name) && value !== undefined));

describe('a refused form', () => {
  test.each(FORMS)('keeps the input ($what)', async ({ who, page, form, choices, fault, file, marked }) => {
    const someone = await signInStaff(stackOf, who);
    if (who === 'solveig') await someone.choose('nordlys');
    const shown = await someone.open(await page());
    const token = { form_token: await someone.formToken() };
    const filling = { ...choices, ...fault };
    const refused = await someone.submit(shown, { ...token, ...filling }, { form, ...(file ? { file } : {}) });
    expect([409, 422]).toContain(refused.status);
    expect(refused.textOf('[role=alert]')).not.toBe('');
    if (marked !== undefined) {
      expect([refused.textOf(`${marked}-fault`), marked]).not.toEqual(['', marked]);
      // A screen reader announces the fault with the field or its group.
      expect(refused.attribute(`[aria-describedby*="${marked.slice(1)}-fault"]`, 'aria-describedby')).toBeDefined();
    }
    expect(chosenIn(refused.values(form))).toEqual(chosenIn({ ...shown.values(form), ...filling }));
    expect(refused.values(form)['password'] ?? '').toBe('');
  });

  test('keeps the products of a webhook, including an archived one', async () => {
    const anna = await signInStaff(stackOf, 'anna');
    const form = 'form:has([name=url])';
    const path = await registered();
    const productsIn = (page: FoundPage): string[] =>
      Object.keys(page.values(form)).filter((name) => name.startsWith('v.products.'));
    const key = stack.key('nordlys');
    const body = { name: 'Sauna', options: [{ name: 'One hour', amount: 120 }] };
    const { id } = (await stack.post<{ id: number }>('/v2/catalog/experiences', { key, body, idempotencyKey: true }))
      .body;
    const archived = `v.products.gcv_${id}`;
    const ticked = { [archived]: 'yes', 'v.products.gift_card_value': 'yes' };
    const alone = await anna.send(await anna.open(path), form, { [archived]: 'yes' });
    expect(productsIn(alone)).toEqual([archived]);
    expect(alone.root.querySelector('[name^="n.products"]')).toBeNull();
    expect((await stack.call('DELETE', `/v2/catalog/experiences/${id}`, { key })).status).toBe(204);
    const endpoint = await anna.open(path);
    expect(productsIn(endpoint)).toEqual([archived]);
    const refused = await anna.submit(endpoint, { ...ticked, url: 'https://elsewhere.example/' }, { form });
    expect([refused.status, productsIn(refused)]).toEqual([422, Object.keys(ticked)]);
    const saved = await anna.send(endpoint, form, ticked);
    expect(productsIn(saved)).toEqual(Object.keys(ticked));
    const none = await anna.send(saved, form, {
      [archived]: undefined,
      'v.products.gift_card_value': undefined,
    });
    expect(productsIn(none)).toEqual([]);
  });

  test('keeps checkboxes unchecked', async () => {
    const anna = await signInStaff(stackOf, 'anna');
    const form = 'form:has([name=url])';
    const endpoint = await anna.open(await registered());
    const events = Object.keys(endpoint.values(form)).filter((name) => name.startsWith('event.'));
    expect(events.length).toBeGreaterThan(5);
    const none = Object.fromEntries(events.map((name) => [name, undefined]));
    const refused = await anna.submit(endpoint, none, { form });
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.values(form)).filter((name) => name.startsWith('event.'))).toEqual([]);
    const other = await anna.submit(endpoint, { guid: randomUUID() }, { form: 'form[action$="/delete"]' });
    expect([other.status, Object.keys(other.values(form)).filter((name) => name.startsWith('event.'))]).toEqual([
      422,
      events,
    ]);
  });
});

const messagesIn = async (
  language: string,
  { path, form, filling }: { path: string; form: string; filling: FormInput },
) => {
  const anna = await signInStaff(stackOf, 'anna', language);
  const token = { form_token: await anna.formToken() };
  const refused = await anna.submit(await anna.open(path), { ...token, ...filling }, { form });
  expect(refused.status).toBe(422);
  return refused.textOf('[role=alert]');
};

describe('a page in the language of the browser', () => {
  const KEY = { path: '/desk/keys', form: 'form[action="/desk/keys"]' };
  test.each([
    ['en', 'Permissions: This must have at least 1 entry.'],
    ['da', 'Rettigheder: Vælg mindst 1.'],
    ['sv', 'Behörigheter: Välj minst 1.'],
    ['de', 'Rechte: Bitte mindestens 1 auswählen.'],
    ['no', 'Rettigheter: Velg minst 1.'],
  ])('shows the error for a key without a scope, with the label of the field (%s)', async (language, message) => {
    expect(await messagesIn(language, { ...KEY, filling: { label: 'Till' } })).toBe(message);
  });

  test('shows errors with field labels for a long key label, an invalid name, and a webhook without an event', async () => {
    const label = { label: 'x'.repeat(256), 'scope.items:read': 'yes' };
    expect(await messagesIn('sv', { ...KEY, filling: label })).toMatch(/^(?!label)[A-ZÅÄÖ][^:]*: Högst 255 tecken\.$/);
    const look = { path: '/desk/brand', form: 'form[action="/desk/brand"]' };
    const name = await messagesIn('de', { ...look, filling: { display_name: 'x'.repeat(81) } });
    expect(name).toMatch(/^[A-Z][^:]*: Der Name braucht 1 bis 80 Zeichen in einer Zeile\.$/);
    const hooks = { path: '/desk/webhooks', form: 'form[action="/desk/webhooks"]' };
    const anna = await signInStaff(stackOf, 'anna');
    const ticked = Object.keys((await anna.open(hooks.path)).values(hooks.form)).filter((each) => each.includes('.'));
    const none = Object.fromEntries(ticked.map((each) => [each, undefined]));
    const message = await messagesIn('da', { ...hooks, filling: { url: 'http://127.0.0.1:9/hooks', ...none } });
    expect(message).toMatch(/^(?!events)[^:]+: Vælg mindst 1\.$/);
  });

  test.each([
    ['image/png', 'Die Datei ist kein Bild vom Typ image/png. Bitte das Bild neu speichern und noch einmal versuchen.'],
    ['text/plain', /^Dieser Dateityp wird nicht angenommen\. Bitte einen von diesen wählen: image\/png, /],
  ])('shows the error for an invalid picture sent as %s', async (type, message) => {
    const anna = await signInStaff(stackOf, 'anna', 'de');
    const file = { field: 'picture_file', name: 'logo', type, bytes: Buffer.from('no picture') };
    const how = { form: 'form[action$="/pictures/logo"]', step: 'send', file };
    const page = await anna.open('/desk/brand');
    const refused = await anna.submit(page, {}, how);
    expect(refused.textOf('title')).toBe(`Fehler: ${page.textOf('title')}`);
    expect(refused.textOf('[role=alert]')).toMatch(message);
  });

  test('shows numbers in the format of the language', async () => {
    const contrast = async (language: string) =>
      (await (await signInStaff(stackOf, 'anna', language)).open('/desk/brand')).text;
    expect(await contrast('sv')).toMatch(/Kontrast mellan text och bakgrund: \d+,\d+:1/);
    expect(await contrast('en')).toMatch(/Contrast of text and background: \d+\.\d+:1/);
  });
});

describe('a form that is sent twice', () => {
  test('creates one user and shows it again; sending it with a different email address is a conflict', async () => {
    const anna = await signInStaff(stackOf, 'anna');
    const form = 'form[action="/desk/users"]';
    const page = await anna.open('/desk/users');
    const filling = { username: 'twice', email: 'twice@example.com' };
    const answers = [await anna.submit(page, filling, { form }), await anna.submit(page, filling, { form })];
    expect(answers.map(({ status, location }) => [status, location])).toEqual(
      [1, 2].map(() => [303, '/desk/users/twice?outcome=created']),
    );
    const other = await anna.submit(page, { ...filling, email: 'other@example.com' }, { form });
    expect([other.status, other.textOf('[role=alert]')]).toEqual([
      409,
      expect.stringContaining('already used for something else'),
    ]);
    const fresh = await anna.submit(await anna.open('/desk/users'), filling, { form });
    expect(fresh.status).toBe(422);
  });

  test('removes a user and shows the same result for a repeat', async () => {
    const anna = await signInStaff(stackOf, 'anna');
    const filling = { username: 'gone', email: 'gone@example.com' };
    const users = 'form[action="/desk/users"]';
    const user = await anna.send(await anna.open('/desk/users'), users, filling);
    const how = { form: 'form[action="/desk/users/gone/remove"]' };
    const answers = [await anna.submit(user, { sure: 'yes' }, how), await anna.submit(user, { sure: 'yes' }, how)];
    expect(answers.map(({ location }) => location)).toEqual([1, 2].map(() => '/desk/users?outcome=removed'));
  });

  test('with a rejected template accepts the corrected file, or another name', async () => {
    const anna = await signInStaff(stackOf, 'anna');
    const form = 'form[action="/desk/templates"]';
    const page = await anna.open('/desk/brand');
    const send = (name: string, file: ChosenFile) => anna.submit(page, { name }, { form, file });
    expect((await send('Spring', noPdf)).status).toBe(422);
    expect((await send('Early spring', noPdf)).status).toBe(422);
    const bytes = await formPdf({ code: { x: 40, y: 300, width: 200, height: 30 } });
    const good = { ...noPdf, bytes };
    const sent = [await send('Spring', good), await send('Spring', good)].map(({ location }) => location);
    expect(sent[0]).toMatch(/^\/desk\/templates\/pdft_[0-9a-f]{32}\?outcome=uploaded$/);
    expect(sent[1]).toBe(sent[0]);
    const rows = (await anna.open('/desk/brand')).textsOf('section:has(#templates) tbody tr');
    expect(rows.filter((row) => row.includes('Spring'))).toHaveLength(1);
    expect((await send('Summer', good)).status).toBe(409);
  });
});
