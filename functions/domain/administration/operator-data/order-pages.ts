import type { ImportChange } from './changes.ts';
import { config } from '../../../platform/config.ts';
import type { ProductRow } from '../../catalog/products/rows.ts';
import { importFaults, importOrderPage, isNewToPage } from '../../storefront/order-page/import.ts';
import { jsonPath, type Fault } from './faults.ts';
import { companyRow } from './rows.ts';
import { PRODUCT_SECTIONS } from './product-sections.ts';
import type { OperatorData } from './schema.ts';
import type { Company } from '../../company/settings/company-schema.ts';

/** The products of a company in the file, for checking the products that its page shows. */
const productsOf = (data: OperatorData, slug: string): ProductRow[] =>
  PRODUCT_SECTIONS.flatMap(([section, type]) =>
    data[section]
      .filter(({ company }) => company === slug)
      .map((entry) => ({ ...entry, pk: '', sk: '', type, v: 1 }) as ProductRow),
  );

/**
 * Whether the order page must be checked even if the file does not contain it, because the file may remove company
 * details that an open page requires.
 */
const mayLackDetails = ({ active }: Company): boolean => active && config.environment() === 'production';

/** Invalid entries are array holes. If a product is invalid, pages are not checked, because they may refer to it. */
const hasGaps = (entries: readonly unknown[]): boolean => Object.keys(entries).length < entries.length;

/** Faults in the values of order pages, with their positions in the file. */
export const orderPageFaults = async (data: OperatorData): Promise<Fault[]> => {
  if (PRODUCT_SECTIONS.some(([section]) => hasGaps(data[section]))) return [];
  const faultsByCompany = await Promise.all(
    data.companies.map(async (company, at): Promise<Fault[]> => {
      if (!company.order_page && !mayLackDetails(company)) return [];
      const values = company.order_page?.values ?? {};
      const faults = await importFaults(companyRow(company, []), productsOf(data, company.slug), values);
      return Object.entries(faults).flatMap(([field, messages]) => {
        const named = field === 'values' ? [] : [field.slice('values.'.length)];
        const path = jsonPath(['companies', at, 'order_page', 'values', ...named]);
        return messages.map((message) => ({ path, message }));
      });
    }),
  );
  return faultsByCompany.flatMap((faults) => faults ?? []);
};

/** Publishes order pages of the file that differ from the live ones. Returns the number of new revisions. */
export const publishOrderPages = async (data: OperatorData): Promise<number> => {
  let published = 0;
  for (const { slug, order_page: page, active } of data.companies) {
    if (page && active && (await importOrderPage(slug, page.values))) published += 1;
  }
  return published;
};

/** Order pages of the file that an import would write. */
export const orderPageChanges = async (data: OperatorData): Promise<ImportChange[]> => {
  const pages = data.companies.filter(({ order_page: page, active }) => page && active);
  const changes = await Promise.all(
    pages.map(async ({ slug, order_page: page }): Promise<ImportChange[]> => {
      const differs = page !== undefined && (await isNewToPage(slug, page.values));
      return differs ? [{ action: 'update', what: `order page of ${slug}`, members: [] }] : [];
    }),
  );
  return changes.flat();
};
