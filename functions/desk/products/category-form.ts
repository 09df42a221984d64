import { newCategoryIds } from '../../domain/administration/catalog/categories.ts';
import { joinLines } from '../../platform/join-lines.ts';
import type { DeskVisit } from '../visit.ts';
import { typedNumber } from '../typed-number.ts';

export interface Category {
  id: number;
  name: string;
}

/** A category with the row of its fields in the form. */
export interface TypedCategory extends Category {
  row: number | string;
}

/** Empty rows for new categories. */
export const NEW_ROWS = ['new1', 'new2', 'new3'] as const;

export const nameField = (row: number | string): string => `c.${row}.name`;
export const placeField = (row: number | string): string => `c.${row}.place`;
export const removeField = (row: number | string): string => `c.${row}.remove`;

/** Position from the form. A row without a position comes last. */
const placeIn = ({ form }: Pick<DeskVisit, 'form'>, row: number | string): number =>
  typedNumber(form.get(placeField(row))) ?? Number.MAX_SAFE_INTEGER;

/** The typed name, or the stored name if the form does not have the row or the name has not changed. */
const nameIn = ({ form }: Pick<DeskVisit, 'form'>, { id, name }: Category): string => {
  const isChanged = form.has(nameField(id)) && form.get(nameField(id)) !== joinLines(name);
  return isChanged ? form.get(nameField(id)) : name;
};

/** All categories of the form, in the order of their typed positions. New categories get ids that were never used. */
export const typedCategories = async (visit: DeskVisit, before: readonly Category[]): Promise<TypedCategory[]> => {
  const { form, company } = visit;
  const kept = before
    .filter(({ id }) => !form.has(removeField(id)))
    .map(({ id, name }) => ({
      row: id,
      id,
      name: nameIn(visit, { id, name }),
      place: placeIn(visit, id),
    }));
  const fresh = NEW_ROWS.filter((row) => form.get(nameField(row)) !== '');
  const ids = await newCategoryIds(company.slug);
  const added = fresh.map((row) => ({
    row,
    id: ids.next().value,
    name: form.get(nameField(row)),
    place: placeIn(visit, row),
  }));
  return [...kept, ...added].toSorted((a, b) => a.place - b.place).map(({ row, id, name }) => ({ row, id, name }));
};
