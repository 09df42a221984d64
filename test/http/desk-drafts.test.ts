import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInStaff, type Clerk } from '../support/desk.ts';
import type { FoundPage } from '../support/page-visitor.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
const stackOf = (): RunningStack => stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const EDIT = 'form:has(input[name=note])';
const ALERT = '[role=alert]';
const begun = async (anna: Clerk): Promise<FoundPage> =>
  anna.send(await anna.open('/desk/order-page'), 'form[action="/desk/order-page/drafts"]');

describe('a draft of the order page that is open in two tabs', () => {
  test.each([
    [
      'en',
      [
        'Languages: now Danish, English, Swedish, Norwegian',
        'Title, Danish: now Dansk titel',
        'Title, German: now Titel von A',
        'Suggested amounts: now DKK 100.00, DKK 250.50',
      ],
    ],
    [
      'de',
      [
        'Sprachen: jetzt Dänisch, Englisch, Schwedisch, Norwegisch',
        'Titel, Dänisch: jetzt Dansk titel',
        'Titel, Deutsch: jetzt Titel von A',
        'Vorgeschlagene Beträge: jetzt 100,00 DKK, 250,50 DKK',
      ],
    ],
  ])('shows current values of languages that differ, with formatted amounts, in %s', async (language, expected) => {
    const anna = await signInStaff(stackOf, 'anna', language);
    const token = { form_token: await anna.formToken() };
    const first = await begun(anna);
    const second = await anna.open(first.path);
    const saved = await anna.send(first, EDIT, {
      ...token,
      'v.title.de': 'Titel von A',
      'v.title.da': 'Dansk titel',
      'v.suggested_amounts': '100; 250,50',
      'v.languages.de': undefined,
    });
    expect(saved.status, saved.textOf(ALERT)).toBe(200);
    const refused = await anna.submit(second, { ...token, 'v.title.de': 'Titel von B' }, { form: EDIT });
    expect(refused.status).toBe(412);
    expect(refused.textsOf(`${ALERT} li`)).toEqual(expected);
    expect(refused.values(EDIT)).toMatchObject({ 'v.title.de': 'Titel von B' });
  });
});

describe('rejected input of a draft', () => {
  test('is reported with formatted amounts and names of languages', async () => {
    const anna = await signInStaff(stackOf, 'anna', 'de');
    const draft = await begun(anna);
    const refused = await anna.submit(
      draft,
      {
        'v.suggested_amounts': '99.999.990; 100; 100',
        'v.default_language': 'sv',
        'v.languages.sv': undefined,
      },
      { form: EDIT },
    );
    expect(refused.status).toBe(422);
    expect(refused.textsOf(`${ALERT} li`)).toEqual([
      'Standardsprache: Schwedisch gehört nicht zu den Sprachen der Seite.',
      'Vorgeschlagene Beträge: 99.999.990,00 DKK liegt nicht zwischen 100,00 DKK und 5.000,00 DKK. 100,00 DKK ist zweimal genannt.',
    ]);
    expect(refused.textOf('#v-suggested-amounts-fault')).toMatch(/^99\.999\.990,00 DKK liegt nicht zwischen/);
    const marked = (page: FoundPage) => page.root.querySelectorAll('[aria-invalid]').map(({ id }) => id);
    expect(marked(refused)).toEqual(['v-default-language', 'v-suggested-amounts']);
    // Of a localized text, only the languages with a fault are marked, and their fields are visible.
    const long = await anna.submit(await begun(anna), { 'v.title.sv': 'x'.repeat(500) }, { form: EDIT });
    expect(marked(long)).toEqual(['v-title-sv']);
    expect(long.root.querySelector('details:has(#v-title-sv)')?.hasAttribute('open')).toBe(true);
    expect(long.attribute('#v-title-sv', 'aria-describedby')).toBe('v-title-fault');
  });
});

test('a draft with rejected input is saved before it is published', async () => {
  const anna = await signInStaff(stackOf, 'anna', 'en');
  const saved = await anna.send(await begun(anna), EDIT, { 'v.title.en': 'Stored title' });
  const shown = (page: FoundPage): (string | undefined)[] =>
    ['[value=preview]', '[value=publish]', '[form=draft-fields]'].map(
      (button) => page.root.querySelector(button)?.closest('[hidden]')?.tagName,
    );
  expect(shown(saved)).toEqual([undefined, undefined, 'BUTTON']);
  const refused = await anna.submit(saved, { 'v.suggested_amounts': '100; 100' }, { form: EDIT });
  expect(refused.status).toBe(422);
  expect(shown(refused)).toEqual(['BUTTON', 'BUTTON', undefined]);
});

describe('featured products', () => {
  test('are selected from a numbered list with pictures, prices and names', async () => {
    const anna = await signInStaff(stackOf, 'anna');
    const draft = await begun(anna);
    const token = { form_token: await anna.formToken() };
    expect(draft.textOf('.picker')).toMatch(/Gift card · from |Experience · DKK|Event · DKK/);
    const boxes = draft.form(EDIT).querySelectorAll('.picker input[type=checkbox]');
    const ids = boxes.map((box) => box.getAttribute('name') ?? '');
    const [first = '', second = ''] = ids;
    const chosen = await anna.send(draft, EDIT, { ...token, [first]: 'yes', [second]: 'yes' });
    const places = [first, second].map((name) => name.replace('v.', 'n.'));
    expect(chosen.values(EDIT)).toMatchObject({ [places[0]!]: '1', [places[1]!]: '2' });
    const turned = await anna.send(chosen, EDIT, { ...token, [places[0]!]: '3' });
    expect(turned.values(EDIT)).toMatchObject({ [places[0]!]: '2', [places[1]!]: '1' });
    const none = await anna.send(turned, EDIT, { ...token, [first]: undefined, [second]: undefined });
    expect(Object.keys(none.values(EDIT)).filter((name) => name.startsWith('v.featured_products'))).toEqual([]);
  });
});

test('a new draft whose note is rejected keeps the selected base revision', async () => {
  const anna = await signInStaff(stackOf, 'anna');
  const create = 'form[action="/desk/order-page/drafts"]:has([name=from_revision])';
  const draft = await begun(anna);
  const changed = await anna.send(draft, EDIT, { 'v.title.en': 'Another title' });
  await anna.submit(changed, {}, { form: 'form[action$="/close"]', step: 'publish' });
  const page = await anna.open('/desk/order-page');
  const revision = page.root.querySelectorAll('[name=from_revision] option').at(-1)?.getAttribute('value') ?? '';
  expect(revision).not.toBe('');
  const refused = await anna.submit(page, { from_revision: revision, note: 'x'.repeat(501) }, { form: create });
  expect([refused.status, refused.values(create)['from_revision']]).toEqual([422, revision]);
});
