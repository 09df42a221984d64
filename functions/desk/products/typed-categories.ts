import type { DeskVisit } from '../visit.ts';

/** Name of the field that marks the checkboxes as part of the form, because an unticked checkbox sends nothing. */
export const CATEGORIES_MARK = 'categories_shown';

export const categoryField = (id: number): string => `category.${id}`;

export const categoriesOf = (values: Record<string, unknown>): readonly number[] => {
  const categories = values['categories'];
  return Array.isArray(categories) ? (categories as number[]) : [];
};

/** The ticked categories, in the product's order; undefined if they have not changed. */
export const typedCategoriesOf = (
  { form, company }: Pick<DeskVisit, 'form' | 'company'>,
  values: Record<string, unknown>,
): number[] | undefined => {
  if (!form.has(CATEGORIES_MARK)) return undefined;
  const stored = categoriesOf(values);
  const ticked = company.categories.map(({ id }) => id).filter((id) => form.has(categoryField(id)));
  const after = [...stored.filter((id) => ticked.includes(id)), ...ticked.filter((id) => !stored.includes(id))];
  return after.join() === stored.join() ? undefined : after;
};
