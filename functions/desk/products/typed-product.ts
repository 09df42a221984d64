import { isDeepStrictEqual } from 'node:util';
import type { FieldErrors } from '../../platform/errors.ts';
import type { Text } from '../../platform/messages/message.ts';
import type { ProductRow } from '../../domain/catalog/products/rows.ts';
import { normalizeSearch } from '../../domain/value/items/search/search-texts.ts';
import { tagTypedIn } from '../typed-in.ts';
import { typedNumber } from '../typed-number.ts';
import type { DeskVisit } from '../visit.ts';
import { productFieldsOf, optionFieldsOf, pathOf, fieldText, typedValue, type ProductField } from './fields.ts';
import { typedCategoriesOf } from './typed-categories.ts';
import { NEW, type LoadedOption, type LoadedProduct } from './load.ts';

/** The value at a path of at most two names. */
export const memberAt = (values: Record<string, unknown>, path: string): unknown => {
  const [first = '', second] = path.split('.');
  const value = values[first];
  return second === undefined ? value : (value as Record<string, unknown> | null | undefined)?.[second];
};

const put = (patch: Record<string, unknown>, path: string, value: unknown): void => {
  const [first = '', second] = path.split('.');
  if (second === undefined) patch[first] = value;
  else patch[first] = { ...(patch[first] as object | undefined), [second]: value };
};

/** The fields that the form has changed. */
const changes = (
  visit: DeskVisit,
  fields: readonly ProductField[],
  before: Record<string, unknown>,
  prefix: string,
): Record<string, unknown> => {
  const patch: Record<string, unknown> = {};
  const terms = { ...visit.company, tag: tagTypedIn(visit) };
  for (const field of fields) {
    const typed = visit.form.get(prefix + pathOf(field));
    const stored = memberAt(before, pathOf(field));
    const isDefault = stored === undefined && field.kind === 'bool';
    if (!isDefault && typed === fieldText(field, stored, terms)) continue;
    put(patch, pathOf(field), typedValue(field, typed, terms));
  }
  return patch;
};

export interface TypedProduct {
  patch: Record<string, unknown>;
  /** Prefix of the field names of each option in the patch, in the same order. */
  sentOptions: string[];
}

export const optionPrefix = (id: number | string): string => `o.${id}.`;

/** Whether the form has the option with this prefix. It lacks an option that another user has added in the meantime. */
export const hasOption = ({ form }: Pick<DeskVisit, 'form'>, prefix: string): boolean => form.has(`${prefix}name`);

/** Prefixes for the fields of new options: several for a new product, one for an existing product. */
export const newPrefixes = ({ id, family }: Pick<LoadedProduct, 'id' | 'family'>): string[] => {
  const names = id === NEW ? [NEW, `${NEW}2`, `${NEW}3`, ...(family === 'events' ? [`${NEW}4`] : [])] : [NEW];
  return names.map(optionPrefix);
};

const LETTERS_MAX = 58;

/** A slug from a name, such as `sauna-night`. `event` if the name has no Latin letters or digits. */
const slugOf = (name: string): string =>
  normalizeSearch(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LETTERS_MAX)
    .replaceAll(/^-+|-+$/g, '') || 'event';

/**
 * The slug from the name of a new event. It gets a number if another event has or had the slug, because recurring
 * events have the same name. Not changed if the user typed a slug.
 */
export const freeSlug = (
  { form }: Pick<DeskVisit, 'form'>,
  { slug }: Record<string, unknown>,
  products: readonly ProductRow[],
): { slug?: string } => {
  if (typeof slug !== 'string' || form.get('slug') !== '') return {};
  const taken = new Set(
    products.flatMap((row) => (row.type === 'event' ? [row.slug, ...(row.formerSlugs ?? [])] : [])),
  );
  let free = slug;
  for (let number = 2; taken.has(free); number++) free = `${slug}-${number}`;
  return { slug: free };
};

/** Name of the field for the position of a picture. */
export const picturePlaceField = (at: number): string => `picture.${at}.place`;

/** Pictures by their typed positions. One without a position comes last. */
const inTypedOrder = <T>({ form }: Pick<DeskVisit, 'form'>, images: readonly T[]): T[] =>
  images
    .map((image, at) => ({
      image,
      place: form.has(picturePlaceField(at))
        ? (typedNumber(form.get(picturePlaceField(at))) ?? Number.MAX_SAFE_INTEGER)
        : at + 1,
    }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ image }) => image);

/** The form as a merge patch of the product. */
export const typedProduct = (visit: DeskVisit, product: LoadedProduct, imageUrl: string | undefined): TypedProduct => {
  const { form } = visit;
  const patch = changes(visit, productFieldsOf(product.family), product.values, '');
  if (patch['venue']) patch['venue'] = venueOf(product, patch['venue'] as Record<string, unknown>);
  const categories = typedCategoriesOf(visit, product.values);
  if (categories) patch['categories'] = categories;
  const kept = form.has('remove_pictures') ? [] : inTypedOrder(visit, product.images);
  const images = imageUrl === undefined ? kept : [...kept, { url: imageUrl }];
  if (!isDeepStrictEqual(images, product.images)) patch['images'] = images;
  if (product.family === 'events' && form.get('slug') === '') patch['slug'] = slugOf(form.get('name'));
  if (product.family === 'events' && (product.id === NEW || 'ends_at' in patch)) {
    patch['date_precision'] = form.get('ends_at') === '' ? 'date_time' : 'date_time_range';
  }
  const sentOptions: string[] = [];
  const options: Record<string, unknown>[] = [];
  const fields = optionFieldsOf(product.family);
  const send = (prefix: string, option: Record<string, unknown>): void => {
    sentOptions.push(prefix);
    options.push(option);
  };
  for (const option of product.options.filter(({ id }) => hasOption(visit, optionPrefix(id)))) {
    const prefix = optionPrefix(option.id);
    if (form.has(`${prefix}remove`)) send(prefix, { id: option.id, removed: true });
    else sendChanged(changes(visit, fields, option.values, prefix), option, (each) => send(prefix, each));
  }
  const fresh = newPrefixes(product).filter((prefix) =>
    ['name', 'amount', 'stock'].some((name) => form.get(prefix + name) !== ''),
  );
  const first = product.id === NEW && fresh.length === 0 ? [optionPrefix(NEW)] : fresh;
  if (fields.length > 0) for (const prefix of first) send(prefix, newOption(visit, fields, prefix));
  if (options.length > 0) patch['options'] = options;
  return { patch: product.id === NEW ? withoutEmpty(patch) : patch, sentOptions };
};

const sendChanged = (
  changed: Record<string, unknown>,
  { id }: LoadedOption,
  send: (option: Record<string, unknown>) => void,
): void => {
  if (Object.keys(changed).length > 0) send({ ...changed, id });
};

const newOption = (visit: DeskVisit, fields: readonly ProductField[], prefix: string): Record<string, unknown> => {
  const typed = visit.form.get(`${prefix}stock`);
  const stock = typed === '' ? {} : { stock: /^\d+$/.test(typed) ? Number(typed) : typed };
  return withoutEmpty({ ...changes(visit, fields, {}, prefix), ...stock });
};

/** A venue needs all its members, so unchanged ones are added. Null if all of them are empty. */
const venueOf = ({ values }: LoadedProduct, patch: Record<string, unknown>): Record<string, unknown> | null => {
  const all = { name: '', address: '', postcode: '', ...(values['venue'] as object | null), ...patch };
  const texts = Object.fromEntries(Object.entries(all).map(([name, value]) => [name, value ?? '']));
  return Object.values(texts).every((text) => text === '') ? null : texts;
};

const withoutEmpty = (members: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));

/** Faults of a change by form field. */
export const faultsByField = (refused: FieldErrors | undefined, sentOptions: readonly string[]): Map<string, Text> => {
  const faults = new Map<string, Text>();
  for (const [path, [text = '']] of Object.entries(refused ?? {})) {
    const [, at, member] = /^options\.(\d+)(?:\.(.+))?$/.exec(path) ?? [];
    const prefix = at === undefined ? undefined : sentOptions[Number(at)];
    faults.set(prefix === undefined ? path : `${prefix}${member ?? 'name'}`, text);
  }
  return faults;
};
