import { nowMs } from '../../../platform/clock.ts';
import type { Row } from '../../../storage/table.ts';
import { dormantCodeRow } from '../../catalog/products/campaigns/rows.ts';
import { discountCodeKey, productKey, type DiscountCodeRow, type ProductRow } from '../../catalog/products/rows.ts';
import { agencyLinkRow, companyIndex, companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { EVENT_SEATS, newSeatsRow, newStockRow } from '../../catalog/stock/rows.ts';
import { countersOf } from './counters.ts';
import { PRODUCT_SECTIONS, type ProductSection } from './product-sections.ts';
import { cleanHtml, withCleanHtml } from '../../company/settings/sanitize.ts';
import type { OperatorData } from './schema.ts';
import type { Company } from '../../company/settings/company-schema.ts';
import type { Campaign } from '../../company/settings/campaign-schema.ts';
import { productIdOf } from '../../catalog/products/ids.ts';

/** A row derived from the file. */
export interface Intent {
  row: Row;
  /** Its entry in the file. */
  path: readonly PropertyKey[];
  /** Members to keep of an existing row: counts and times that the service writes. */
  keeps?: readonly string[];
  /** Written only if the row does not exist. */
  once?: true;
  /** Whether to leave an existing row unchanged. */
  isKept?: (existing: Row) => boolean;
  /** Name of a list of entries with `id`. Existing entries that the row omits are kept. */
  list?: 'options' | 'campaigns';
  /** The row contains only the members to change; other members are kept. */
  part?: true;
  /** Members whose write requires the value that was read, because imports may run concurrently. */
  guarded?: readonly string[];
  /** Changes increment `version` and require the version that was read. */
  versioned?: true;
  /** The change is made through the API or the desk, and increments `edits`, too. */
  edit?: true;
  /**
   * Rows written in the same transaction, so that an import that is repeated after a crash finds all of them or none.
   */
  also?: readonly Row[];
  /**
   * The stored row from which `row` was derived; null if there was none. If the guarded members have changed since,
   * planning throws `ConditionFailed`.
   */
  madeFor?: Row | null;
}

/** Rows that depend only on the file. */
export const catalogIntents = (data: OperatorData): Intent[] => [
  ...companyIntents(data),
  ...data.companies.flatMap(({ slug, assigned }, at) =>
    assigned.map((other, index) => ({
      row: agencyLinkRow(slug, other),
      path: ['companies', at, 'assigned', index],
    })),
  ),
  ...productIntents(data),
  ...stockIntents(data),
  ...data.discount_codes.map(discountIntent),
  ...data.campaigns.flatMap(({ company, id, codes }, at) =>
    codes.map((code, index) => ({
      row: dormantCodeRow(company, code, id),
      path: ['campaigns', at, 'codes', index],
      keeps: ['batch'],
      guarded: ['campaignId'],
    })),
  ),
];

/** If only campaigns of the file refer to a company, it keeps its settings, even during a concurrent import. */
const companyIntents = (data: OperatorData): Intent[] => {
  const paths = new Map<string, Intent['path']>(data.companies.map(({ slug }, at) => [slug, ['companies', at]]));
  data.campaigns.forEach(({ company }, at) => {
    if (!paths.has(company)) paths.set(company, ['campaigns', at]);
  });
  const bySlug = new Map(data.companies.map((company) => [company.slug, company]));
  return [...paths].map(([slug, path]): Intent => {
    const settings = bySlug.get(slug);
    const campaigns = storedCampaigns(data.campaigns.filter(({ company }) => company === slug));
    if (settings) {
      const keeps = settings.accounts ? OWN_CHANGES : [...OWN_CHANGES, 'accounts'];
      return { row: companyRow(settings, campaigns), path, list: 'campaigns', keeps, versioned: true };
    }
    const row: Row & Pick<CompanyRow, 'campaigns'> = { ...companyKey(slug), type: 'company', v: 1, campaigns };
    return { row, path, list: 'campaigns', part: true, versioned: true };
  });
};

const OWN_CHANGES = ['brand', 'pdf_templates', 'deletedCampaigns'];

const storedCampaigns = (named: readonly Campaign[]): CompanyRow['campaigns'] =>
  named.map(({ codes: _codes, company: _company, ...campaign }) => campaign).sort((a, b) => a.id - b.id);

/**
 * The row of a company. Its brand and templates are written separately (import-brand.ts, import-templates.ts), and its
 * order page has its own rows.
 */
export const companyRow = (
  { brand: _brand, pdf_templates: _templates, order_page: _page, ...company }: Company,
  campaigns: CompanyRow['campaigns'],
): CompanyRow => ({
  ...company,
  ...(company.gift_card ? { gift_card: giftCardMember(company.gift_card) } : {}),
  ...(company.terms ? { terms: cleanTerms(company.terms) } : {}),
  brand: { version: 1, updatedAtMs: nowMs() },
  ...companyKey(company.slug),
  ...companyIndex(company),
  type: 'company',
  v: 1,
  campaigns,
});

const giftCardMember = (card: NonNullable<Company['gift_card']>): typeof card => ({
  ...withCleanHtml(card),
  categories: [...new Set(card.categories)],
});

type Terms = NonNullable<Company['terms']>;
type TermsText = Pick<Terms, 'html' | 'languages'>;

const cleanTerms = ({ families, ...terms }: Terms): Terms => ({
  ...cleanTermsText(terms),
  ...(families
    ? {
        families: Object.fromEntries(
          Object.entries(families).map(([family, text]) => [family, text && cleanTermsText(text)]),
        ),
      }
    : {}),
});

const cleanTermsText = <T extends TermsText>(text: T): T => ({
  ...text,
  ...(text.html === undefined ? {} : { html: cleanHtml(text.html) }),
  ...(text.languages === undefined
    ? {}
    : {
        languages: Object.fromEntries(
          Object.entries(text.languages).map(([tag, { html }]) => [tag, { html: cleanHtml(html) }]),
        ),
      }),
});

const OF_THE_SERVICE = ['createdAtMs', 'archivedAtMs', 'removedOptions', 'cancellation'];

const productIntents = (data: OperatorData): Intent[] => {
  const product = (type: ProductRow['type'], entry: OperatorData[ProductSection][number]): Omit<Intent, 'path'> => {
    const options = entry.options.map(withCleanHtml);
    const row: Row & { categories: number[]; options: object[]; createdAtMs: number } = {
      ...withCleanHtml(entry),
      categories: [...new Set(entry.categories)],
      createdAtMs: nowMs(),
      options,
      ...productKey(entry.company, productIdOf({ type, id: entry.id })),
      type,
      v: 1,
    };
    return { row, list: 'options', keeps: OF_THE_SERVICE, versioned: true };
  };
  return PRODUCT_SECTIONS.flatMap(([section, type]) =>
    data[section].map((entry, at) => ({ ...product(type, entry), path: [section, at] })),
  );
};

const stockIntents = (data: OperatorData): Intent[] => [...optionIntents(data), ...seatsIntents(data)];

/** Every event counts its seats from the first ticket onward, even without a limit. */
const seatsIntents = (data: OperatorData): Intent[] =>
  data.events.map(({ company, id, seats }, at) => {
    const productId = productIdOf({ type: 'event', id });
    return { row: newSeatsRow(company, productId, seats), path: ['events', at, 'seats'], once: true };
  });

const optionIntents = (data: OperatorData): Intent[] =>
  countersOf(data).flatMap((counter) => {
    if (counter.optionId === EVENT_SEATS) return [];
    const row = newStockRow(counter.company, counter, counter.stock);
    return [{ row, path: counter.path, once: true }];
  });

const discountIntent = (code: OperatorData['discount_codes'][number], at: number): Intent => ({
  row: discountRow(code),
  path: ['discount_codes', at],
  keeps: OF_CODES,
  versioned: true,
});

/** Members of a discount code that the service writes. A file does not restore a deleted code. */
const OF_CODES = ['uses', 'createdAtMs', 'deletedAtMs', 'batch'];

export const discountRow = (code: OperatorData['discount_codes'][number]): DiscountCodeRow => ({
  ...code,
  ...discountCodeKey(code.company, code.code),
  type: 'discount-code',
  v: 1,
  uses: 0,
  createdAtMs: nowMs(),
});
