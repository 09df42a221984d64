import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInStaff } from '../support/desk.ts';
import type { ChosenFile, FormInput } from '../support/page-visitor.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
const stackOf = (): RunningStack => stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const noPicture: ChosenFile = {
  field: 'picture_file',
  name: 'card.png',
  type: 'image/png',
  bytes: Buffer.from('no PNG'),
};

interface Case {
  what: string;
  path: string;
  form: string;
  /** The change of another user. */
  theirs: FormInput;
  /** Input that is refused before it is compared with the stored version, and its correction. */
  fault: FormInput;
  corrected: FormInput;
  file?: ChosenFile;
}

const CASES: readonly Case[] = [
  {
    what: 'a discount code',
    path: '/desk/discount-codes/SUMMER10',
    form: 'form[action$="/change"]',
    theirs: { percent: '30' },
    fault: { max_uses: 'x' },
    corrected: { max_uses: '50' },
  },
  {
    what: 'a campaign',
    path: '/desk/campaigns/4',
    form: 'form[action$="/change"]',
    theirs: { value: '30' },
    fault: { amount_to: 'x' },
    corrected: { amount_to: '5000' },
  },
  {
    what: 'a product',
    path: '/desk/products/experiences/12',
    form: 'form.product-form',
    theirs: { 'o.31.amount': '777' },
    fault: {},
    corrected: { tagline: 'x' },
    file: noPicture,
  },
  {
    what: 'pictures of greetings',
    path: '/desk/company/greeting',
    form: 'form[action="/desk/company/greeting"]',
    theirs: { 'greeting.max_length': '300' },
    fault: {},
    corrected: {},
    file: noPicture,
  },
];

test.each(CASES)(
  'a form that is refused and corrected does not revert the change of another user ($what)',
  async ({ path, form, theirs, fault, corrected, file }) => {
    const [anna, other] = [await signInStaff(stackOf, 'anna'), await signInStaff(stackOf, 'anna')];
    const [mine, opened] = [await anna.open(path), await other.open(path)];
    const saved = await other.submit(opened, theirs, { form });
    expect([saved.status, saved.textOf('[role=alert]')]).toEqual([303, '']);
    const refused = await anna.submit(mine, fault, { form, ...(file ? { file } : {}) });
    expect(refused.status).toBe(422);
    expect((await anna.submit(refused, corrected, { form })).status).toBe(412);
    expect((await anna.open(path)).values(form)).toMatchObject(theirs);
  },
);

test('a draft that is refused and corrected does not revert the change of another user', async () => {
  const anna = await signInStaff(stackOf, 'anna');
  const form = 'form:has(input[name=note])';
  const mine = await anna.send(await anna.open('/desk/order-page'), 'form[action="/desk/order-page/drafts"]');
  await anna.send(await anna.open(mine.path), form, { 'v.title.en': 'Theirs' });
  const refused = await anna.submit(mine, { 'v.suggested_amounts': 'x' }, { form });
  expect(refused.status).toBe(422);
  expect(refused.attribute('#v-suggested-amounts', 'aria-invalid')).toBe('true');
  expect(refused.textOf('#v-suggested-amounts-fault')).not.toBe('');
  expect((await anna.submit(refused, { 'v.suggested_amounts': '100' }, { form })).status).toBe(412);
  expect((await anna.open(mine.path)).values(form)).toMatchObject({ 'v.title.en': 'Theirs' });
});
