import { isObject } from '../../../platform/is-object.ts';
import { versionUnchanged } from '../../../storage/conditions.ts';
import { getRow, type Key, type Row } from '../../../storage/table.ts';
import type { Write } from '../../../storage/transactions.ts';
import type { ProductRow } from '../../catalog/products/rows.ts';

/** Counts in `version` how often products of a company were given new slugs or option ids. */
interface CatalogNamesRow extends Row {
  type: 'catalog-names';
  version: number;
}

const namesKey = (company: string): Key => ({ pk: `CATALOGNAMES#${company}`, sk: 'names' });

interface NamedProduct {
  company: string;
  entry: Record<string, unknown>;
  before: ProductRow | null;
}

/**
 * The write that must commit with a new slug or new option ids of a product; none without new names. Call it before
 * reading the names in use. The write fails if another product has received new names since then, because these may be
 * the same.
 */
export const nameWrites = async ({ company, entry, before }: NamedProduct): Promise<Write[]> => {
  if (!hasNewSlug(entry, before) && !hasNewOptionId(entry, before)) return [];
  const key = namesKey(company);
  const seen = await getRow<CatalogNamesRow>(key, { consistent: true });
  const put: CatalogNamesRow = { ...key, type: 'catalog-names', v: 1, version: (seen?.version ?? 0) + 1 };
  return [{ put, condition: versionUnchanged(seen) }];
};

const hasNewSlug = (entry: NamedProduct['entry'], before: ProductRow | null): boolean =>
  entry['slug'] !== undefined && entry['slug'] !== (before?.type === 'event' ? before.slug : undefined);

const hasNewOptionId = (entry: NamedProduct['entry'], before: ProductRow | null): boolean => {
  if (!Array.isArray(entry['options'])) return false;
  const known = new Set<unknown>(before?.options.map(({ id }) => id));
  return entry['options'].some((option: unknown) => isObject(option) && !known.has(option['id']));
};
