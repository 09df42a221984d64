import type { ListedProduct } from '../../../domain/catalog/listing/browse.ts';
import type { FormValues } from '../../kit/form-values.ts';
import { takenLines, type FormLine } from './lines.ts';

/** Value of the field `company` in a form that only a company can order with. */
export const COMPANY_REQUIRED = 'required';

/** Whether only companies may buy one of the lines that are ordered. */
export const isForCompanies = (
  typed: FormValues,
  lines: readonly FormLine[],
  products: ReadonlyMap<string, ListedProduct>,
): boolean => takenLines(typed, lines).some(({ productId }) => products.get(productId)?.company_required);

/** The form without a company that it no longer requires and that the buyer did not enter. */
export const withNeededCompany = (
  typed: FormValues,
  lines: readonly FormLine[],
  products: ReadonlyMap<string, ListedProduct>,
): FormValues => {
  const isEntered = ['name', 'vat_number'].some((member) => typed.get(`sender.company.${member}`) !== '');
  const isNeeded = typed.get('company') !== COMPANY_REQUIRED || isEntered || isForCompanies(typed, lines, products);
  return isNeeded ? typed : typed.with({ company: undefined });
};
