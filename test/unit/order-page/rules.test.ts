import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PageFieldDefinition } from '../../../functions/domain/storefront/order-page/fields.ts';
import {
  acceptEdits,
  applyEdits,
  changedPaths,
  composeEdits,
  editsTo,
  ignoredPaths,
  checkField,
  valuesThatCount,
} from '../../../functions/domain/storefront/order-page/rules.ts';
import { PAGE_LANGUAGES } from '../../../functions/platform/page-languages.ts';

const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

const texts = fc.dictionary(fc.constantFrom(...PAGE_LANGUAGES), fc.string({ minLength: 1, maxLength: 3 }), {
  minKeys: 1,
});
const textEdits = fc.dictionary(
  fc.constantFrom(...PAGE_LANGUAGES),
  fc.option(fc.string({ minLength: 1, maxLength: 3 })),
  { minKeys: 1 },
);
const values = fc.record({ title: texts, open: fc.boolean(), list: fc.array(fc.nat(3)) }, { requiredKeys: [] });
const edits = fc.record(
  { title: fc.option(textEdits), open: fc.option(fc.boolean()), list: fc.option(fc.array(fc.nat(3))) },
  { requiredKeys: [] },
);

describe('changes of values', () => {
  it('two combined changes have the same effect as one after the other', () => {
    fc.assert(
      fc.property(values, edits, edits, (before, first, second) => {
        const inTurn = applyEdits(applyEdits(before, first), second);
        expect(plain(applyEdits(before, composeEdits(first, second)))).toEqual(plain(inTurn));
      }),
    );
  });

  it('the difference between two states produces the second from the first', () => {
    fc.assert(
      fc.property(values.map(plain), values.map(plain), (from, to) => {
        expect(plain(applyEdits(from, editsTo(from, to)))).toEqual(plain(to));
        expect(changedPaths(to, applyEdits(from, editsTo(from, to)))).toEqual([]);
      }),
    );
  });

  it('a language that a change does not contain is unchanged, and a text without languages returns to its default', () => {
    expect(applyEdits({ title: { da: 'A', en: 'B' } }, { title: { en: 'C' } })).toEqual({
      title: { da: 'A', en: 'C' },
    });
    expect(applyEdits({ title: { da: 'A' } }, { title: { da: null } })).toEqual({});
  });
});

const field = (more: Partial<PageFieldDefinition>): PageFieldDefinition => ({
  path: 'title',
  type: 'text',
  localized: false,
  required: false,
  default: 'default',
  group: 'page',
  ...more,
});

describe('the valid values of a field', () => {
  it('length counts code points', () => {
    const short = field({ maxLength: 3 });
    expect(checkField(short, '🎁🎁🎁').faults).toEqual([]);
    expect(checkField(short, '🎁🎁🎁🎁').faults).toHaveLength(1);
    expect(checkField(short, 'a\u0000').faults.map(String)).toEqual(['This must not have control characters.']);
    expect(checkField(short, 'a\nb').faults).toEqual([]);
  });

  it('a list accepts its valid entries, and reports every invalid one', () => {
    const list = field({ type: 'list', items: { type: 'choice', choices: ['a', 'b', 'c'] }, entriesMax: 3 });
    expect(checkField(list, ['a', 'x', 'b'])).toMatchObject({
      taken: ['a', 'b'],
      faults: [expect.objectContaining({ id: 'entry_unknown' })],
    });
    expect(checkField(list, ['a', 'a', 1]).faults).toHaveLength(2);
    expect(
      checkField(
        list,
        Array.from({ length: 100_000 }, () => 'x'),
      ).faults,
    ).toHaveLength(4);
    expect(checkField(list, { 0: 'a' }).faults.map(String)).toEqual(['This must be a list.']);
  });

  it('an empty required list is refused, and keeps its default when no valid entry remains', () => {
    const list = field({
      type: 'list',
      required: true,
      default: ['a'],
      items: { type: 'choice', choices: ['a', 'b'] },
    });
    expect(checkField(list, []).faults.map(String)).toEqual(['This must not be empty.']);
    expect(valuesThatCount([list], { title: ['gone'] })['title']).toEqual(['a']);
    expect(ignoredPaths([list], { title: ['gone'], 'no.such': 1 })).toEqual(['no.such', 'title']);
  });

  it('a default language that is not among the languages is replaced by the first of them, and reported as ignored', () => {
    const choices = ['da', 'en', 'de'];
    const fields = [
      field({ path: 'languages', type: 'list', items: { type: 'choice', choices }, default: choices }),
      field({ path: 'default_language', type: 'choice', choices, default: 'da' }),
    ];
    const values = { languages: ['en', 'da'], default_language: 'de' };
    expect(valuesThatCount(fields, values)['default_language']).toBe('en');
    expect(ignoredPaths(fields, values)).toEqual(['default_language']);
    expect(ignoredPaths(fields, { ...values, default_language: 'da' })).toEqual([]);
    expect(ignoredPaths(fields, { languages: ['en', 'de'] })).toEqual([]);
  });

  const inAll = (text: string) =>
    Object.fromEntries(PAGE_LANGUAGES.map((language) => [language, `${text} ${language}`]));
  const speaking = field({ path: 'default_language', type: 'choice', choices: PAGE_LANGUAGES, default: 'da' });
  const languages = field({
    path: 'languages',
    type: 'list',
    items: { type: 'choice', choices: PAGE_LANGUAGES },
    default: PAGE_LANGUAGES,
  });

  it('languages of a text that are not set keep their defaults, even if the page does not support them', () => {
    const closed = field({ path: 'closed_message', localized: true, default: inAll('Closed') });
    const fields = [languages, speaking, closed];
    const counting = (values: Record<string, unknown>) => valuesThatCount(fields, values)['closed_message'];
    expect(counting({})).toEqual(inAll('Closed'));
    for (const spoken of [PAGE_LANGUAGES, ['da', 'en']]) {
      const values = { languages: spoken, closed_message: { da: 'Lukket' } };
      expect(counting(values)).toEqual({ ...inAll('Closed'), da: 'Lukket' });
    }
    expect(counting({ closed_message: { da: 7, en: 'Shut' } })).toEqual({ ...inAll('Closed'), en: 'Shut' });
  });

  it('languages of a text with a fallback default keep it until the default language has a text', () => {
    const title = field({ localized: true, default: inAll('Name'), isFallback: true });
    const counting = (values: Record<string, unknown>) =>
      valuesThatCount([languages, speaking, title], values)['title'];
    expect(counting({ title: { en: 'Shop' } })).toEqual({ ...inAll('Name'), en: 'Shop' });
    expect(counting({ title: { da: 'Butik' } })).toEqual({ da: 'Butik' });
    expect(counting({ title: { da: 'Butik' }, default_language: 'en' })).toEqual({ ...inAll('Name'), da: 'Butik' });
  });

  it('a text accepts the existing languages, and null for those that return to the default', () => {
    const title = field({ localized: true, default: {} });
    const { accepted, faults } = acceptEdits([title], { title: { da: ' A ', en: null } });
    expect([accepted, faults]).toEqual([{ title: { da: 'A', en: null } }, {}]);
    const unknown = acceptEdits([title], { title: { da: 'A', xx: null, yy: 'B' } });
    expect(unknown.accepted).toEqual({ title: { da: 'A' } });
    expect(unknown.faults['values.title']).toHaveLength(2);
  });

  it('inherited names of objects are not fields', () => {
    const { accepted, faults } = acceptEdits(
      [field({})],
      JSON.parse('{"__proto__": 1, "constructor": 2}') as object as Record<string, unknown>,
    );
    expect(Object.keys(faults).sort()).toEqual(['values.__proto__', 'values.constructor']);
    expect(Object.keys(accepted)).toEqual([]);
  });
});
