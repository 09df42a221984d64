import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clerk } from '../support/desk.ts';
import type { ChosenFile, Filling } from '../support/page-visitor.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
const stackOf = (): RunningStack => stack;

beforeAll(async () => {
  stack = await startStack({ tableInMemory: true });
});
afterAll(() => stack.stop());

interface Refused {
  what: string;
  who: string;
  page: () => string | Promise<string>;
  form: string;
  /** Choices other than those that the form is first shown with; undefined takes a tick out. */
  choices: Filling;
  /** What makes the form one that is refused. */
  fault: Filling;
  file?: ChosenFile;
}

const noPdf: ChosenFile = {
  field: 'picture_file',
  name: 'card.pdf',
  type: 'application/pdf',
  bytes: Buffer.from('no PDF'),
};

const registered = async (): Promise<string> => {
  const anna = await clerk(stackOf, 'anna');
  const form = 'form[action="/desk/webhooks"]';
  const told = await anna.submit(await anna.open('/desk/webhooks'), { url: 'http://127.0.0.1:9/hooks' }, { form });
  stack.secrets.collect(told.textOf('[data-secret]'));
  return told.attribute('.links a', 'href') ?? '';
};

const issued = async (): Promise<string> => {
  const { body } = await stack.post<{ items: { code: string }[] }>('/v2/items', {
    key: stack.key('nordlys'),
    body: { amount: 300 },
  });
  return `/desk/items/${body.items[0]?.code ?? ''}`;
};

const FORMS: readonly Refused[] = [
  {
    what: 'a key',
    who: 'anna',
    page: () => '/desk/keys',
    form: 'form[action="/desk/keys"]',
    choices: { environment: 'test', expires_in_days: '1', 'scope.items:read': 'yes' },
    fault: { label: 'x'.repeat(256) },
  },
  {
    what: 'a key for good, with no scope',
    who: 'anna',
    page: () => '/desk/keys',
    form: 'form[action="/desk/keys"]',
    choices: { label: 'Till', environment: 'test', expires_in_days: '' },
    fault: {},
  },
  {
    what: 'a new user',
    who: 'anna',
    page: () => '/desk/users',
    form: 'form[action="/desk/users"]',
    choices: { username: 'frida', role: 'manager', can_list: undefined, can_cancel: 'yes' },
    fault: { password: 'a password of some length' },
  },
  {
    what: 'a user of the legacy API alone',
    who: 'anna',
    page: () => '/desk/users',
    form: 'form[action="/desk/users"]',
    choices: { username: 'nobody', role: '', can_list: undefined },
    fault: { password: 'short' },
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
  },
  {
    what: 'a changed webhook endpoint',
    who: 'anna',
    page: registered,
    form: 'form:has([name=url])',
    choices: { 'event.order.created': undefined, 'event.order.expired': undefined },
    fault: { url: 'https://elsewhere.example/hooks' },
  },
  {
    what: 'a template',
    who: 'anna',
    page: () => '/desk/brand',
    form: 'form[action="/desk/templates"]',
    choices: { name: 'Winter', product_type: 'event_ticket' },
    fault: {},
    file: noPdf,
  },
  {
    what: 'the look',
    who: 'anna',
    page: () => '/desk/brand',
    form: 'form[action="/desk/brand"]',
    choices: { 'typography.heading': 'inter', tagline: 'By the sea' },
    fault: { 'colors.text': '#eeeeee', 'colors.background': '#ffffff' },
  },
  {
    what: 'an item to mail again',
    who: 'anna',
    page: issued,
    form: 'form[action$="/resend"]',
    choices: {},
    fault: { email: 'bo@nowhere' },
  },
];

/** Numbers and marks of a form are its own each time that it is shown; what comes back is what somebody chose. */
const OWN = new Set(['form_token', 'guid', 'seen', 'password']);
const chosenIn = (values: Filling): Filling =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !OWN.has(name) && value !== undefined));

describe('a form that was refused comes back with what was chosen', () => {
  test.each(FORMS)('$what', async ({ who, page, form, choices, fault, file }) => {
    const someone = await clerk(stackOf, who);
    if (who === 'solveig') {
      const settings = 'form[action="/desk/settings"]:has([name=company])';
      await someone.submit(await someone.open('/desk'), { company: 'nordlys' }, { form: settings });
    }
    const shown = await someone.open(await page());
    const token = { form_token: await someone.formToken() };
    const filling = { ...choices, ...fault };
    const refused = await someone.submit(shown, { ...token, ...filling }, { form, ...(file ? { file } : {}) });
    expect([409, 422]).toContain(refused.status);
    expect(refused.textOf('[role=alert]')).not.toBe('');
    expect(chosenIn(refused.values(form))).toEqual(chosenIn({ ...shown.values(form), ...filling }));
    expect(refused.values(form)['password'] ?? '').toBe('');
  });

  test('without a tick where none was set', async () => {
    const anna = await clerk(stackOf, 'anna');
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
