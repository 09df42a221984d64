import type { readSchema } from '../../domain/storefront/order-page/read.ts';
import type { PageEdits, PageValues } from '../../domain/storefront/order-page/schema.ts';
import { PAGE_LANGUAGES } from '../../platform/page-languages.ts';
import { asciiEmail } from '../../platform/email-address.ts';
import { joinLines } from '../../platform/join-lines.ts';
import { invalidFields, type FieldErrors } from '../../platform/errors.ts';
import { amountText, typedAmount } from '../../pages/kit/amount.ts';
import type { FormValues } from '../../pages/kit/form-values.ts';
import { tagTypedIn } from '../typed-in.ts';
import type { DeskVisit } from '../visit.ts';
import { typedNumber } from '../typed-number.ts';

export type PageField = Awaited<ReturnType<typeof readSchema>>['fields'][number];

/** Labels of the page's fields by path. */
export const labelsOf = (fields: readonly PageField[]): Map<string, string> =>
  new Map(fields.map(({ path, label }) => [path as string, label]));

/** Whether the field is a selection of products from a list with pictures. */
export const isPicked = ({ path }: PageField): boolean => path === 'featured_products';

/** Maximum number of choices that are shown as checkboxes; longer lists are typed. */
const TICKED_MAX = 12;

export const isTicked = (field: PageField): boolean =>
  field.type === 'list' &&
  field.items?.type === 'choice' &&
  !isPicked(field) &&
  (field.items.choices?.length ?? 0) <= TICKED_MAX;

/** Name of the button that creates a new draft with input that was typed for a closed draft. */
export const NEW_DRAFT = 'new_draft';

/** Name of the form field of a value. `part` is the language of a text, or the choice of a checkbox. */
export const valueFieldName = (path: string, part?: string): string =>
  `v.${path}${part === undefined ? '' : `.${part}`}`;

/** Name of the field that marks checkboxes as part of the form, because an unticked checkbox sends nothing. */
export const markOf = (path: string): string => `f.${path}`;

/** Name of the form field for the position of a selected product. */
export const positionFieldName = (path: string, part: string): string => `n.${path}.${part}`;

const isOnForm = (form: FormValues, field: PageField): boolean =>
  field.type === 'boolean' || isTicked(field) || isPicked(field)
    ? form.has(markOf(field.path))
    : form.has(valueFieldName(field.path));

/** A value as the text of a single-line field. */
export const lineOf = (field: PageField, value: unknown, currency: string, tag: string): string => {
  if (!Array.isArray(value)) return typeof value === 'string' ? joinLines(value) : '';
  const entries = value as unknown[];
  return entries
    .map((entry) => (field.items?.type === 'integer' ? amountText(Number(entry), currency, tag) : String(entry)))
    .join(', ');
};

/** A stored text as the text of its field. */
export const textOf = ({ type }: PageField, stored: string): string =>
  type === 'rich_text' ? stored : joinLines(stored);

/** Whether the draft's form was submitted, so that its input is shown instead of the stored values. */
export const isSubmitted = ({ form }: Pick<DeskVisit, 'form'>): boolean => form.has('seen') && !form.has('step');

type Visit = Pick<DeskVisit, 'form' | 'company' | 't'>;

/** The value of a form field. */
const typedValue = (visit: Visit, field: PageField, before: unknown, faults: FieldErrors): unknown => {
  const { form, company, t } = visit;
  const { path } = field;
  if (field.type === 'boolean') return form.has(valueFieldName(path));
  if (isTicked(field)) return tickedChoices(form, field, before);
  if (isPicked(field)) return selectedProductsIn(form, path);
  const text = form.get(valueFieldName(path));
  if (field.type !== 'list') return text === '' ? null : text;
  if (field.items?.type !== 'integer') return entriesIn(text, /[,;\n]/);
  // A comma without a following space is a decimal sign.
  return entriesIn(text, /[,;]\s+|;|\n/).map((entry) => {
    const minor = typedAmount(entry, company.currency, tagTypedIn(visit));
    if (minor === undefined) (faults[`values.${path}`] ??= []).push(t.page.notAmount(entry));
    return minor ?? 0;
  });
};

const entriesIn = (text: string, separator: RegExp): string[] =>
  text
    .split(separator)
    .map((entry) => entry.trim().replace(/,$/, ''))
    .filter((entry) => entry !== '');

/** The ticked choices. Those stored before keep their order, new ones come last. */
const tickedChoices = (form: FormValues, { path, items }: PageField, before: unknown): string[] => {
  const chosen = (items?.choices ?? []).filter((choice) => form.has(valueFieldName(path, choice)));
  const kept = (Array.isArray(before) ? (before as string[]) : []).filter((choice) => chosen.includes(choice));
  return [...kept, ...chosen.filter((choice) => !kept.includes(choice))];
};

/** The selected products in the order of their typed positions. Those without a position come last, in form order. */
export const selectedProductsIn = (form: FormValues, path: string): string[] => {
  const prefix = valueFieldName(path, '');
  const numberOf = (id: string): number =>
    typedNumber(form.get(positionFieldName(path, id))) ?? Number.MAX_SAFE_INTEGER;
  return form
    .entries()
    .filter(([name]) => name.startsWith(prefix))
    .map(([name]) => name.slice(prefix.length))
    .toSorted((a, b) => numberOf(a) - numberOf(b));
};

const typedTexts = (form: FormValues, field: PageField, before: unknown): Record<string, string | null> => {
  const { path } = field;
  const stored = (before ?? {}) as Record<string, string>;
  return Object.fromEntries(
    PAGE_LANGUAGES.flatMap((language): [string, string | null][] => {
      if (!form.has(valueFieldName(path, language))) return [];
      const text = form.get(valueFieldName(path, language));
      if (text === textOf(field, stored[language] ?? '').trim()) return [];
      return [[language, text === '' ? null : text]];
    }),
  );
};

/**
 * Whether the field has not changed since it was shown. Some browsers send the domain of an email address in punycode.
 */
const isAsShown = ({ type }: PageField, after: unknown, before: unknown): boolean => {
  if (typeof before !== 'string') return JSON.stringify(after) === JSON.stringify(before);
  if (typeof after !== 'string') return after === null && before === '';
  return type === 'email' ? asciiEmail(after) === asciiEmail(before) : after === joinLines(before).trim();
};

/**
 * The changes in the form compared with the values of a draft or of the live page. An empty text restores the default.
 * Throws 422 with all invalid amounts.
 */
export const editsIn = (visit: Visit, fields: readonly PageField[], values: PageValues): PageEdits => {
  const edits: PageEdits = {};
  const faults: FieldErrors = {};
  for (const field of fields) {
    const before = values[field.path];
    if (field.localized) {
      const texts = typedTexts(visit.form, field, before);
      if (Object.keys(texts).length > 0) edits[field.path] = texts;
      continue;
    }
    if (!isOnForm(visit.form, field)) continue;
    const after = typedValue(visit, field, before, faults);
    if (!isAsShown(field, after, before)) edits[field.path] = after;
  }
  if (Object.keys(faults).length > 0) throw invalidFields(faults);
  return edits;
};
