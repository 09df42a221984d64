import { optionsOf } from '../operator-data/stored-catalog.ts';
import type { ProductRow } from '../../catalog/products/rows.ts';
import type { ManagedFamily } from './families.ts';

/** An option in the format of the operator data file. */
export type EntryOption = Record<string, unknown> & { id: number };

/** A product in the format of the operator data file, without `company`. Absent members are null. */
export type ProductEntry = Record<string, unknown> & { id: number; options: EntryOption[] };

const pick = (record: object, names: readonly string[]): Record<string, unknown> => {
  const members = new Map<string, unknown>(Object.entries(record));
  return Object.fromEntries(names.map((name) => [name, members.get(name) ?? null]));
};

/** The entry of a stored product, without removed options. */
export const productEntryOf = (row: ProductRow, { members, optionMembers }: ManagedFamily): ProductEntry => {
  const removed = new Set(row.removedOptions ?? []);
  const options = optionsOf(row).filter(({ id }) => !removed.has(id));
  return {
    ...pick(row, members),
    id: row.id,
    options: options.map((option) => ({
      ...pick(option, optionMembers),
      id: option.id,
      quantity: { minimum: option.quantity.minimum, maximum: option.quantity.maximum ?? null },
    })),
  };
};
