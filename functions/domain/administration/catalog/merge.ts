import { invalidFields, type FieldErrors } from '../../../platform/errors.ts';
import type { ProductEntry, EntryOption } from './entry.ts';
import { isObject } from '../../../platform/is-object.ts';

/**
 * A JSON merge patch (RFC 7396): absent members are unchanged, null removes a member, and lists are replaced. A null
 * for a member that the target lacks is kept, so that validation reports unknown members.
 */
export const mergePatch = (target: unknown, patch: unknown): unknown => {
  if (!isObject(patch)) return patch;
  const merged = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null && merged.has(name)) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  }
  return Object.fromEntries(merged);
};

/** A patched product, not checked yet. */
interface MergedEntry {
  entry: Record<string, unknown>;
  /** For each option of the entry, its position in the request; undefined if the request does not name it. */
  places: (number | undefined)[];
  /** Ids of options to remove from sale permanently. */
  removed: number[];
}

/**
 * Merges a patch into a product. `options` is merged by `id`: an entry without `id` adds an option, and an entry with
 * only `id` and `removed: true` removes one. Throws 422 for an option that the product does not have or that two
 * entries name.
 */
export const mergeProduct = (before: ProductEntry, patch: Record<string, unknown>): MergedEntry => {
  const { options, ...members } = patch;
  const entry = mergePatch(before, members) as Record<string, unknown>;
  const untouched = before.options.map(() => undefined);
  if (options === undefined) return { entry, places: untouched, removed: [] };
  if (!Array.isArray(options)) return { entry: { ...entry, options }, places: untouched, removed: [] };
  return mergeOptions(before, entry, options);
};

const mergeOptions = (
  before: ProductEntry,
  entry: Record<string, unknown>,
  options: readonly unknown[],
): MergedEntry => {
  const faults: FieldErrors = {};
  const changed = new Map<number, { option: unknown; place: number }>();
  const fresh: { option: unknown; place: number }[] = [];
  const removed = new Set<number>();
  options.forEach((patch: unknown, place) => {
    const id = isObject(patch) ? patch['id'] : undefined;
    if (!isObject(patch) || id === undefined) return fresh.push({ option: patch, place });
    const option = before.options.find((each) => each.id === id);
    if (!option)
      faults[`options.${place}.id`] = ['This product has no option with this id. Leave it out for a new one.'];
    else if (changed.has(option.id) || removed.has(option.id)) faults[`options.${place}.id`] = [TWICE];
    else if (isRemoval(patch)) removed.add(option.id);
    else changed.set(option.id, { option: keepingStock(option, mergePatch(option, patch)), place });
    return undefined;
  });
  if (Object.keys(faults).length > 0) throw invalidFields(faults);
  const kept = before.options.filter(({ id }) => !removed.has(id));
  const all = [...kept.map((option) => changed.get(option.id) ?? { option, place: undefined }), ...fresh];
  return {
    entry: { ...entry, options: all.map(({ option }) => option) },
    places: all.map(({ place }) => place),
    removed: [...removed],
  };
};

const TWICE = 'Another entry names the same option.';

/** Like an import, keeps an existing `stock`, because only sales and the stock route change available units. */
const keepingStock = (option: EntryOption, merged: unknown): unknown =>
  option['stock'] !== null && isObject(merged) && Number.isInteger(merged['stock']) && Number(merged['stock']) >= 0
    ? { ...merged, stock: option['stock'] }
    : merged;

const isRemoval = (patch: Record<string, unknown>): boolean =>
  patch['removed'] === true && Object.keys(patch).every((name) => name === 'id' || name === 'removed');
