import type { CompanyRow } from '../../company/companies/rows.ts';
import type { VatTreatment } from '../../company/settings/vat-treatments.ts';

/** Of fees and shipping of a company that states no rate. */
const DEFAULT_PERCENT = 25;

/** The VAT rate of fees and shipping, per cent. */
export const vatPercentOf = (company: Pick<CompanyRow, 'vat_percent'>): number =>
  company.vat_percent ?? DEFAULT_PERCENT;

/** VAT members of a product or of an option of an event, as operator data names them. */
export interface VatMembers {
  vat_treatment?: VatTreatment | undefined;
  vat_percent?: number | undefined;
}

export interface Vat {
  treatment: VatTreatment;
  /** Per cent: of the sale of a single-purpose product, of the redemption of a multi-purpose one. */
  percent: number;
}

/**
 * The treatment of what is sold, with the members of the option before those of its product. A product with a rate and
 * no treatment is single-purpose; one with neither is multi-purpose.
 */
export const treatmentOf = (...levels: readonly VatMembers[]): VatTreatment =>
  levels.find(({ vat_treatment: stated }) => stated !== undefined)?.vat_treatment ??
  (levels.some(({ vat_percent: percent }) => percent !== undefined) ? 'single_purpose' : 'multi_purpose');

/** Treatment and rate of what is sold (lib/reference/pricing.md#vat); without a rate of its own it has that of the company. */
export const vatOf = (company: Pick<CompanyRow, 'vat_percent'>, ...levels: readonly VatMembers[]): Vat => ({
  treatment: treatmentOf(...levels),
  percent: levels.find(({ vat_percent: percent }) => percent !== undefined)?.vat_percent ?? vatPercentOf(company),
});
