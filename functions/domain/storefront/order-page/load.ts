import { config } from '../../../platform/config.ts';
import { notFound } from '../../../platform/errors.ts';
import { getRows, queryAll, type Key, type RowSet } from '../../../storage/table.ts';
import { familiesOf, offerableAmong, productFamilies } from '../../catalog/listing/choices.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { fieldsFor, type PageFieldDefinition } from './fields.ts';
import { productsNamedIn } from './rules.ts';
import { openDraftsOf, pageCodec, pageKey, untouchedPage, type DraftRow, type OrderPageRow } from './rows.ts';
import type { PageEdits, PageValues } from './schema.ts';

/** The page of a company and the data for checking its values. */
export interface LoadedPage {
  company: CompanyRow;
  page: OrderPageRow;
  /** Whether the page has a row. */
  stored: boolean;
  fields: PageFieldDefinition[];
  /** Additional rows that were requested. */
  rows: RowSet;
  /** Open drafts, if requested. */
  drafts: DraftRow[];
}

/** Further values whose products are looked up together with those of the page. */
type FurtherValues = (rows: RowSet) => readonly (PageValues | PageEdits)[];

const LOOKUPS_MAX = 300;

/** Additional reads: rows by their keys, or all open drafts. */
interface LoadOptions {
  keys?: readonly Key[];
  drafts?: boolean;
  named?: FurtherValues;
}

/**
 * Reads a page in two steps: its rows with the first product of each family, then the products in its values. Throws
 * 404 for an unknown or inactive company.
 */
export const loadPage = async (slug: string, options: LoadOptions = {}): Promise<LoadedPage> => {
  const [rows, drafts, withProducts] = await Promise.all([
    getRows([companyKey(slug), pageKey(slug), ...(options.keys ?? [])], { consistent: true }),
    options.drafts ? queryAll<DraftRow>({ ...openDraftsOf(slug), consistent: true }) : [],
    productFamilies(slug),
  ]);
  const company = rows.get<CompanyRow>(companyKey(slug));
  if (!company?.active) throw notFound('company');
  const raw = rows.get(pageKey(slug));
  const page = raw ? pageCodec.read(raw) : untouchedPage(slug);
  const named = [page.values, ...(options.named?.(rows) ?? []), ...drafts.map(({ edits }) => edits)]
    .flatMap(productsNamedIn)
    .slice(0, LOOKUPS_MAX);
  const products = await offerableAmong(company, [...new Set(named)]);
  const families = familiesOf(company, withProducts);
  const fields = fieldsFor({ company, families, products, allowsLoopback: config.allowsLoopbackWebhooks() });
  return { company, page, stored: raw !== undefined, fields, rows, drafts };
};
