import { pages } from '../../../platform/messages/pages.ts';
import type { Message, Text } from '../../../platform/messages/message.ts';
import { validation } from '../../../platform/messages/validation.ts';
import { isEmailAddress } from '../../../platform/email-address.ts';
import { isDeepStrictEqual } from 'node:util';
import type { FieldErrors } from '../../../platform/errors.ts';
import type { PageFieldDefinition } from './fields.ts';
import type { PageEdits, PageValues, Texts } from './schema.ts';
import { PAGE_LANGUAGES, type PageLanguage } from '../../../platform/page-languages.ts';
import { isObject } from '../../../platform/is-object.ts';

/** Pure rules for changing, checking and comparing values. What a company may choose is part of the fields. */

/** Whether a value is an object of texts by language. */
export const isTexts = isObject;

const withoutNulls = (texts: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== null));

/** The values after a change. */
export const applyEdits = (values: PageValues, edits: PageEdits): PageValues => {
  const after = new Map(Object.entries(values));
  for (const [path, edit] of Object.entries(edits)) {
    if (!isTexts(edit)) {
      if (edit === null) after.delete(path);
      else after.set(path, edit);
      continue;
    }
    const before = after.get(path);
    const texts = withoutNulls({ ...(isTexts(before) ? before : {}), ...edit });
    if (Object.keys(texts).length > 0) after.set(path, texts);
    else after.delete(path);
  }
  return Object.fromEntries(after);
};

const NO_LANGUAGE = Object.fromEntries(PAGE_LANGUAGES.map((language) => [language, null]));

/** The one change that is equivalent to two changes in sequence. */
export const composeEdits = (first: PageEdits, second: PageEdits): PageEdits => {
  const composed = new Map(Object.entries(first));
  for (const [path, edit] of Object.entries(second)) {
    const before = composed.get(path);
    // A text reset to its default has no languages.
    const base = before === null ? NO_LANGUAGE : isTexts(before) ? before : {};
    composed.set(path, isTexts(edit) ? { ...base, ...edit } : edit);
  }
  return Object.fromEntries(composed);
};

/** The change between two sets of values. */
export const editsTo = (from: PageValues, to: PageValues): PageEdits =>
  Object.fromEntries(
    [...new Set([...Object.keys(from), ...Object.keys(to)])].map((path) => {
      const value = to[path];
      return [path, value === undefined ? null : isTexts(value) ? { ...NO_LANGUAGE, ...value } : value];
    }),
  );

/** Paths with different values, by name. */
export const changedPaths = (before: PageValues, after: PageValues): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((path) => !isDeepStrictEqual(before[path], after[path]))
    .toSorted();

/** The accepted part of a value: the complete value when there are no faults. */
interface FieldCheck {
  /** Undefined if nothing is accepted. */
  taken?: unknown;
  faults: Text[];
}

const refuseField = (fault: Text): FieldCheck => ({ faults: [fault] });

/** Checks a value that is not null. */
export const checkField = (field: PageFieldDefinition, value: unknown): FieldCheck => {
  if (field.localized) return checkTexts(field, value);
  switch (field.type) {
    case 'boolean':
      return typeof value === 'boolean'
        ? { taken: value, faults: [] }
        : refuseField(validation('kind_mismatch', { kinds: ['boolean'] }));
    case 'list':
      return checkList(field, value);
    case 'choice':
      return field.choices?.includes(String(value)) && typeof value === 'string'
        ? { taken: value, faults: [] }
        : refuseField(validation('choice_unknown', { choices: field.choices ?? [] }));
    default:
      return checkText(field, value);
  }
};

const checkText = (field: PageFieldDefinition, value: unknown): FieldCheck => {
  if (typeof value !== 'string') return refuseField(validation('kind_mismatch', { kinds: ['string'] }));
  const text = value.trim();
  if (text === '') return field.required ? refuseField(validation('empty')) : { taken: '', faults: [] };
  const fault = letterFault(text) ?? lengthFault(field, text) ?? formFault(field, text);
  return fault ? refuseField(fault) : { taken: text, faults: [] };
};

const letterFault = (text: string): Text | undefined =>
  /[^\P{Cc}\t\n\r]/u.test(text) ? validation('control_characters') : undefined;

const lengthFault = ({ maxLength }: PageFieldDefinition, text: string): Text | undefined =>
  maxLength !== undefined && [...text].length > maxLength ? validation('too_long', { maximum: maxLength }) : undefined;

const formFault = (field: PageFieldDefinition, text: string): Text | undefined => {
  if (field.type === 'email' && !isEmailAddress(text)) return validation('email_malformed');
  return field.refuses?.(text);
};

const checkTexts = (field: PageFieldDefinition, value: unknown): FieldCheck => {
  if (!isTexts(value)) return refuseField('This must be an object of texts by language, such as {"en": "..."}.');
  const faults: Text[] = [];
  const taken: Texts = {};
  for (const [language, text] of Object.entries(value)) {
    if (!isPageLanguage(language)) {
      faults.push(`${shown(language)} is not a language of the page: ${PAGE_LANGUAGES.join(', ')}.`);
      continue;
    }
    if (text === null) continue;
    const checked = checkText(field, text);
    faults.push(...checked.faults.map((fault) => pages('text_fault', { language, fault })));
    if (typeof checked.taken === 'string') taken[language] = checked.taken;
  }
  return { taken, faults };
};

const isPageLanguage = (text: string): text is PageLanguage => PAGE_LANGUAGES.some((language) => language === text);

const checkList = (field: PageFieldDefinition, value: unknown): FieldCheck => {
  if (!Array.isArray(value)) return refuseField(validation('kind_mismatch', { kinds: ['array'] }));
  const maximum = field.entriesMax ?? field.items?.choices?.length ?? 0;
  const faults: Text[] = [];
  const taken: unknown[] = [];
  for (const entry of value.slice(0, maximum) as unknown[]) {
    const fault = taken.includes(entry) ? pages('entry_repeated', { entry: shown(entry) }) : entryFault(field, entry);
    if (fault) faults.push(fault);
    else taken.push(entry);
  }
  if (value.length > maximum) faults.push(validation('too_many_entries', { maximum }));
  const isMissing = field.required && taken.length === 0;
  if (isMissing && faults.length === 0) faults.push(validation('empty'));
  return { taken: isMissing ? undefined : taken, faults };
};

const SHOWN_MAX = 60;
const shown = (value: unknown): string => (JSON.stringify(value) ?? 'undefined').slice(0, SHOWN_MAX);

const entryFault = ({ items, many }: PageFieldDefinition, entry: unknown): Message | undefined => {
  if (items?.type === 'integer') {
    const { minimum = 0, maximum = 0 } = items;
    if (maximum === 0) return pages('no_gift_cards');
    if (!Number.isInteger(entry)) return pages('entry_not_minor', { entry: shown(entry) });
    const isWithin = minimum <= Number(entry) && Number(entry) <= maximum;
    return isWithin ? undefined : pages('entry_out_of_range', { entry: shown(entry), minimum, maximum });
  }
  const choices = items?.choices ?? [];
  if (typeof entry === 'string' && choices.includes(entry)) return undefined;
  if (many) return pages('entry_not_sold', { entry: shown(entry) });
  return pages('entry_unknown', { entry: shown(entry), choices: choices.join(', ') });
};

/** Maximum number of faults reported for one field. Further faults are usually the same mistake. */
const FAULTS_MAX = 5;

const byPath = (fields: readonly PageFieldDefinition[]): ReadonlyMap<string, PageFieldDefinition> =>
  new Map(fields.map((field) => [field.path, field]));

/** A change as stored: the accepted parts, and the faults of each field under `values.<path>`, at most five. */
export const acceptEdits = (
  fields: readonly PageFieldDefinition[],
  edits: PageEdits,
): { accepted: PageEdits; faults: FieldErrors } => {
  const known = byPath(fields);
  const faults: FieldErrors = {};
  const accepted: PageEdits = {};
  for (const [path, edit] of Object.entries(edits)) {
    const field = known.get(path);
    if (!field) {
      faults[`values.${path}`] = ['No field has this path. GET /v2/order-page/schema lists those there are.'];
    } else if (edit === null) {
      accepted[path] = null;
    } else {
      const checked = checkField(field, edit);
      accepted[path] = field.localized && isTexts(edit) ? textsEdit(edit, checked.taken) : checked.taken;
      if (checked.faults.length > 0) faults[`values.${path}`] = checked.faults.slice(0, FAULTS_MAX);
    }
  }
  return { accepted, faults };
};

/** The change to a text per language: accepted texts, and null to restore the default. */
const textsEdit = (edit: Record<string, unknown>, taken: unknown): Record<string, unknown> => {
  const resets = PAGE_LANGUAGES.filter((language) => edit[language] === null).map((language): [string, null] => [
    language,
    null,
  ]);
  return { ...Object.fromEntries(resets), ...(isTexts(taken) ? taken : {}) };
};

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/**
 * Fault of a default language that is not one of the shown languages, under the field that `edits` changes; none if
 * they change neither field.
 */
export const defaultLanguageFault = (
  fields: readonly PageFieldDefinition[],
  after: PageValues,
  edits: PageEdits,
): FieldErrors => {
  const chosen = after['default_language'];
  const languages = listOf(valuesThatCount(fields, after)['languages']);
  if (chosen === undefined || languages.includes(chosen)) return {};
  if ('default_language' in edits) {
    return { 'values.default_language': [pages('language_not_shown', { language: shown(chosen) })] };
  }
  if (!('languages' in edits)) return {};
  return { 'values.languages': [pages('default_language_missing', { language: shown(chosen) })] };
};

/**
 * A text with the default of each language that it lacks. A default without a language applies only until there is a
 * text in the page's default language, which is the fallback of all languages.
 */
const withDefaultTexts = (field: PageFieldDefinition, value: unknown, defaultLanguage: unknown): unknown => {
  if (!isTexts(value) || !isTexts(field.default)) return value;
  const isOwnText = field.isFallback && Object.hasOwn(value, String(defaultLanguage));
  return isOwnText ? value : { ...field.default, ...value };
};

/** The effective values: valid values as set, and defaults for all others, in each language too. */
export const valuesThatCount = (fields: readonly PageFieldDefinition[], values: PageValues): PageValues => {
  const set: PageValues = Object.fromEntries(
    fields.map((field) => {
      const value = values[field.path];
      const taken = value === undefined ? undefined : checkField(field, value).taken;
      return [field.path, taken ?? field.default];
    }),
  );
  const languages = listOf(set['languages']);
  const [first] = languages;
  const counting = languages.includes(set['default_language']) ? set : { ...set, default_language: first };
  return withEveryLanguage(fields, counting);
};

/** Values with defaults for missing languages. */
export const withEveryLanguage = (fields: readonly PageFieldDefinition[], values: PageValues): PageValues => {
  const texts = fields.filter(({ path, localized }) => localized && Object.hasOwn(values, path));
  const filled = texts.map((field): [string, unknown] => [
    field.path,
    withDefaultTexts(field, values[field.path], values['default_language']),
  ]);
  return { ...values, ...Object.fromEntries(filled) };
};

/** Paths of values that are fully or partly invalid, or that another value overrides. */
export const ignoredPaths = (fields: readonly PageFieldDefinition[], values: PageValues): string[] => {
  const known = byPath(fields);
  const counting = valuesThatCount(fields, values);
  const isOverruled = (path: string): boolean => path === 'default_language' && counting[path] !== values[path];
  return Object.entries(values)
    .filter(([path, value]) => {
      const field = known.get(path);
      return !field || checkField(field, value).faults.length > 0 || isOverruled(path);
    })
    .map(([path]) => path)
    .toSorted();
};

/** Ids of products in values or edits, existing or not. */
export const productsNamedIn = (values: PageValues | PageEdits): string[] =>
  listOf(values['featured_products']).filter((id) => typeof id === 'string');
