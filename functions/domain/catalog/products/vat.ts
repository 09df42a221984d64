import type { CompanyRow } from '../../company/companies/rows.ts';
import type { VatTreatment } from '../../company/settings/vat-treatments.ts';
import { isEventOption, type ProductOption } from './ids.ts';
import type { ProductRow } from './rows.ts';

/** Default VAT rate of fees and shipping. */
const DEFAULT_PERCENT = 25;

/** The VAT rate of fees and shipping, percent. */
export const vatPercentOf = (company: Pick<CompanyRow, 'vat_percent'>): number =>
  company.vat_percent ?? DEFAULT_PERCENT;

/** VAT members of a product or event option, as in operator data. */
export interface VatMembers {
  vat_treatment?: VatTreatment | undefined;
  vat_percent?: number | undefined;
}

export interface Vat {
  treatment: VatTreatment;
  /**
   * Rate in percent. It applies to the sale of a single-purpose item, and to the redemption of a multi-purpose item.
   */
  percent: number;
}

/**
 * The VAT treatment, with members of the option overriding those of its product. A product with a rate and no treatment
 * is single-purpose; one with neither is multi-purpose.
 */
export const treatmentOf = (...levels: readonly VatMembers[]): VatTreatment =>
  levels.find(({ vat_treatment: stated }) => stated !== undefined)?.vat_treatment ??
  (levels.some(({ vat_percent: percent }) => percent !== undefined) ? 'single_purpose' : 'multi_purpose');

/** Treatment and rate (lib/reference/pricing.md#vat); the default rate is the company's. */
export const vatOf = (company: Pick<CompanyRow, 'vat_percent'>, ...levels: readonly VatMembers[]): Vat => ({
  treatment: treatmentOf(...levels),
  percent: levels.find(({ vat_percent: percent }) => percent !== undefined)?.vat_percent ?? vatPercentOf(company),
});

/** Members of an option override those of its event; other options have none. */
export const vatMembersOf = ({ product, option }: { product: ProductRow; option: ProductOption }): VatMembers[] =>
  isEventOption(option) ? [option, product] : [product];
