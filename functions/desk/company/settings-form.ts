import type { CompanySettings } from '../../domain/administration/companies/present-settings.ts';
import { asciiEmail } from '../../platform/email-address.ts';
import { newIds } from '../../platform/new-ids.ts';
import { joinLines } from '../../platform/join-lines.ts';
import { amountText, typedAmount } from '../../pages/kit/amount.ts';
import type { FormValues } from '../../pages/kit/form-values.ts';
import { tagTypedIn } from '../typed-in.ts';
import type { DeskVisit } from '../visit.ts';
import { cellName, type SettingsField } from './settings-fields.ts';
import { typedNumber, typedWholeNumber } from '../typed-number.ts';

type Visit = Pick<DeskVisit, 'form' | 't' | 'company'>;

/** The value at a path of the settings; undefined if there is none. */
export const valueAt = (settings: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, step) => (value as Record<string, unknown> | null)?.[step], settings);

/** A stored value as the text of its field. */
export const shownValue = (visit: Visit, { kind }: SettingsField, value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (kind === 'amount') return amountText(Number(value), visit.company.currency, visit.t.tag);
  if (typeof value === 'number') return String(value).replace('.', visit.t.tag.startsWith('en') ? '.' : ',');
  if (typeof value !== 'string') return '';
  return kind === 'rich' ? value : joinLines(value);
};

/**
 * Parses a typed number, amount or URL. Any other text is returned unchanged, and the schema checks it under its path.
 */
const typedValue = (visit: Visit, { kind }: SettingsField, typed: string): unknown => {
  if (kind === 'number') return typedNumber(typed) ?? typed;
  if (kind === 'whole') return typedWholeNumber(typed) ?? typed;
  if (kind === 'amount') return typedAmount(typed, visit.company.currency, tagTypedIn(visit)) ?? typed;
  if (kind === 'url') return withScheme(typed);
  return typed;
};

/**
 * Whether a text has not changed since it was shown; false for other values. Browsers drop line breaks, and some write
 * the domain of an email address in punycode.
 */
const isAsShown = (visit: Visit, field: SettingsField, typed: string, stored: unknown): boolean => {
  if (typeof stored !== 'string') return false;
  const shown = shownValue(visit, field, stored);
  return typed === shown || (field.kind === 'email' && asciiEmail(typed) === asciiEmail(shown));
};

/** Adds `https://`, because users type `spa.example` for a URL. */
const withScheme = (typed: string): string =>
  /^[^\s:/]+\.[^\s:/.]{2,}(?:\/\S*)?$/.test(typed) ? `https://${typed}` : typed;

const setAt = (patch: Record<string, unknown>, path: string, value: unknown): void => {
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  let at = patch;
  for (const step of steps) at = (at[step] ??= {}) as Record<string, unknown>;
  at[last] = value;
};

/**
 * Number of rows of a list in the form, including empty ones. Row numbers have at most four digits, which limits the
 * number of rows to 10,000.
 */
export const rowCount = (form: FormValues, path: string): number =>
  form.entries().reduce((count, [name]) => {
    const row = name.startsWith(`${path}.`) ? /^(\d{1,4})\./.exec(name.slice(path.length + 1))?.[1] : undefined;
    return row === undefined ? count : Math.max(count, Number(row) + 1);
  }, 0);

/** Ids for new entries of a list. */
const newEntryIds = ({ form }: Visit, path: string): Iterator<number, never> => {
  const length = rowCount(form, path);
  const known = Array.from({ length }, (_, row) => Number(form.get(cellName(path, row, 'id'))));
  return newIds(known.filter((each) => !Number.isNaN(each)));
};

const MOVE = /^(.+)\.(\d+)\.(up|down)$/;

/** Returns the form with one entry of a list moved up or down; undefined if no such button was used. */
export const movedIn = ({ form }: Visit, fields: readonly SettingsField[]): FormValues | undefined => {
  const [, path, row = '', way] = MOVE.exec(form.get('move')) ?? [];
  const columns = fields.find((field) => field.path === path && field.isOrdered)?.columns;
  if (path === undefined || columns === undefined) return undefined;
  const [from, to] = [Number(row), Number(row) + (way === 'up' ? -1 : 1)];
  if (to < 0 || to >= rowCount(form, path)) return form;
  const cell = (name: string): string | undefined => (form.has(name) ? form.get(name) : undefined);
  return form.with(
    Object.fromEntries(
      columns.flatMap((column) => {
        const [here, there] = [cellName(path, from, column.path), cellName(path, to, column.path)];
        return [
          [here, cell(there)],
          [there, cell(here)],
        ];
      }),
    ),
  );
};

/** The list to which pictures can be uploaded, if the section has one. */
export const pictureList = (fields: readonly SettingsField[]): SettingsField | undefined =>
  fields.find(({ pictures }) => pictures !== undefined);

/**
 * Returns the form with an uploaded picture in the first row without one. If the row has no name, it gets the name of
 * the file without its extension.
 */
export const withPicture = (
  { form }: Visit,
  { path, pictures }: SettingsField,
  { url, fileName }: { url: string; fileName: string },
): FormValues => {
  if (pictures === undefined) return form;
  const cell = (row: number, column: string): string => cellName(path, row, column);
  let row = 0;
  while (form.get(cell(row, pictures.url)) !== '') row++;
  const name = cell(row, pictures.name);
  return form.with({
    [cell(row, pictures.url)]: url,
    [name]: form.get(name) || fileName.replace(/\.[^.]*$/, ''),
  });
};

/** The entries of a list, without rows in which all fields are empty, except for checkboxes and the id. */
const rowsIn = (visit: Visit, { path, columns = [] }: SettingsField): unknown[] => {
  const rows: unknown[] = [];
  const typed = columns.filter(({ kind }) => kind !== 'flag' && kind !== 'id');
  const ids = newEntryIds(visit, path);
  const count = rowCount(visit.form, path);
  for (let row = 0; row < count; row++) {
    if (typed.every((column) => visit.form.get(cellName(path, row, column.path)) === '')) continue;
    rows.push(
      Object.fromEntries(
        columns.flatMap((column): [string, unknown][] => {
          const name = cellName(path, row, column.path);
          if (column.kind === 'flag') return [[column.path, visit.form.has(name)]];
          const text = visit.form.get(name);
          if (column.kind === 'id') return [[column.path, text === '' ? ids.next().value : Number(text)]];
          return text === '' ? [] : [[column.path, typedValue(visit, column, text)]];
        }),
      ),
    );
  }
  return rows;
};

/** The form as a merge patch of the settings. A list is replaced as a whole. */
export const settingsPatchIn = (visit: Visit, fields: readonly SettingsField[]): Record<string, unknown> => {
  const { form } = visit;
  const patch: Record<string, unknown> = {};
  for (const field of fields) {
    const { kind, path } = field;
    if (path === 'delivery.postal') continue;
    if (kind === 'flag') setAt(patch, path, form.has(path));
    else if (kind === 'ticks') {
      setAt(
        patch,
        path,
        (field.choices ?? []).filter((choice) => form.has(`${path}.${choice}`)),
      );
    } else if (kind === 'rows') setAt(patch, path, rowsIn(visit, field));
    else {
      const text = form.get(path);
      const removed = field.removes ?? path;
      if (text === '' && field.keepsEmpty) setAt(patch, path, '');
      else if (text === '') {
        // Removing an absent member would create the object around it.
        if ((valueAt(visit.company, removed) ?? null) !== null) setAt(patch, removed, null);
      } else {
        const stored = valueAt(visit.company, path);
        setAt(patch, path, isAsShown(visit, field, text, stored) ? stored : typedValue(visit, field, text));
      }
    }
  }
  return withoutEmptyParts(patch, form.has('delivery.postal'));
};

/** Removes an address whose lines are all empty, and the settings of postal delivery if it is disabled. */
const withoutEmptyParts = (patch: Record<string, unknown>, isPosted: boolean): Record<string, unknown> => {
  const { address, delivery } = patch as { address?: Record<string, unknown>; delivery?: Record<string, unknown> };
  if (address && Object.values(address).every((line) => line === '')) patch['address'] = null;
  if (delivery && !isPosted) delivery['postal'] = null;
  return patch;
};

/** The entries of a list in the settings. */
export const entriesAt = (settings: CompanySettings, path: string): readonly Record<string, unknown>[] =>
  (valueAt(settings, path) as readonly Record<string, unknown>[] | null | undefined) ?? [];
