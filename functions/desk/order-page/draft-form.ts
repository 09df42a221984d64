import type { readSchema } from '../../domain/storefront/order-page/read.ts';
import type { PageEdits, PageValues } from '../../domain/storefront/order-page/schema.ts';
import { PAGE_LANGUAGES } from '../../platform/page-languages.ts';
import { invalidFields, type FieldErrors } from '../../platform/errors.ts';
import { amountText, typedAmount } from '../../pages/kit/amount.ts';
import type { Typed } from '../../pages/kit/typed.ts';
import { tagTypedIn } from '../typed-in.ts';
import type { DeskVisit } from '../visit.ts';

export type PageField = Awaited<ReturnType<typeof readSchema>>['fields'][number];

/** Fields of the page by path, as people call them. */
export const labelsOf = (fields: readonly PageField[]): Map<string, string> =>
  new Map(fields.map(({ path, label }) => [path as string, label]));

/** Products are chosen from a list with pictures. */
export const isPicked = ({ path }: PageField): boolean => path === 'featured_products';

/** Number of choices up to which they are checkboxes; more are named one after the other. */
const TICKED_MAX = 12;

export const isTicked = (field: PageField): boolean =>
  field.type === 'list' &&
  field.items?.type === 'choice' &&
  !isPicked(field) &&
  (field.items.choices?.length ?? 0) <= TICKED_MAX;

/** Name of the button that begins another draft with what was typed into one that is closed. */
export const ANEW = 'anew';

/** Name of a field of the form: of a text in a language, or of a choice that is ticked. */
export const nameOf = (path: string, part?: string): string => `v.${path}${part === undefined ? '' : `.${part}`}`;

/** Accompanies checkboxes: an unticked box sends nothing, and neither does one that is not on the form. */
export const markOf = (path: string): string => `f.${path}`;

/** Name of the field that has the place of a chosen product. */
export const placeOf = (path: string, part: string): string => `n.${path}.${part}`;

const isOnForm = (form: Typed, field: PageField): boolean =>
  field.type === 'boolean' || isTicked(field) || isPicked(field)
    ? form.has(markOf(field.path))
    : form.has(nameOf(field.path));

/** What the form shows of a value that is one line of text. */
export const lineOf = (field: PageField, value: unknown, currency: string, tag: string): string => {
  if (!Array.isArray(value)) return typeof value === 'string' ? value : '';
  const entries = value as unknown[];
  return entries
    .map((entry) => (field.items?.type === 'integer' ? amountText(Number(entry), currency, tag) : String(entry)))
    .join(', ');
};

/** Whether the form was sent, so that its input is shown instead of stored values. */
export const wasSent = ({ form }: Pick<DeskVisit, 'form'>): boolean => form.has('seen') && !form.has('step');

type Visit = Pick<DeskVisit, 'form' | 'company' | 't'>;

/** The value of a field of the form. */
const typedValue = (visit: Visit, field: PageField, before: unknown, faults: FieldErrors): unknown => {
  const { form, company, t } = visit;
  const { path } = field;
  if (field.type === 'boolean') return form.has(nameOf(path));
  if (isTicked(field)) return ticked(form, field, before);
  if (isPicked(field)) return pickedIn(form, path);
  const text = form.get(nameOf(path));
  if (field.type !== 'list') return text === '' ? null : text;
  if (field.items?.type !== 'integer') return entriesIn(text, /[,;\n]/);
  // A comma that no space follows is the decimal sign of an amount, not the end of one.
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

/** What was there keeps its order, and what is new comes after it. */
const ticked = (form: Typed, { path, items }: PageField, before: unknown): string[] => {
  const chosen = (items?.choices ?? []).filter((choice) => form.has(nameOf(path, choice)));
  const kept = (Array.isArray(before) ? (before as string[]) : []).filter((choice) => chosen.includes(choice));
  return [...kept, ...chosen.filter((choice) => !kept.includes(choice))];
};

/** Chosen products in the order of the numbers that were typed; those without one come last, in the order of the form. */
export const pickedIn = (form: Typed, path: string): string[] => {
  const prefix = nameOf(path, '');
  const numberOf = (id: string): number => {
    const text = form.get(placeOf(path, id)).replace(',', '.');
    return text === '' || Number.isNaN(Number(text)) ? Number.MAX_SAFE_INTEGER : Number(text);
  };
  return form
    .entries()
    .filter(([name]) => name.startsWith(prefix))
    .map(([name]) => name.slice(prefix.length))
    .toSorted((a, b) => numberOf(a) - numberOf(b));
};

const typedTexts = (form: Typed, { path }: PageField, before: unknown): Record<string, string | null> => {
  const stood = (before ?? {}) as Record<string, string>;
  return Object.fromEntries(
    PAGE_LANGUAGES.flatMap((language): [string, string | null][] => {
      if (!form.has(nameOf(path, language))) return [];
      const text = form.get(nameOf(path, language));
      if (text === (stood[language] ?? '').trim()) return [];
      return [[language, text === '' ? null : text]];
    }),
  );
};

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * What was changed on the form, against the values of the draft. A text that was emptied goes back to its default. Throws
 * 422 with what is no amount.
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
    if (!isSame(after, before) && !(after === null && before === '')) edits[field.path] = after;
  }
  if (Object.keys(faults).length > 0) throw invalidFields(faults);
  return edits;
};
