import { nowMs } from '../../../platform/clock.ts';
import { config } from '../../../platform/config.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { hashInput } from '../../../storage/idempotency.ts';
import { getRow } from '../../../storage/table.ts';
import { familiesOf, offerableAmong, productFamilies } from '../../catalog/listing/choices.ts';
import { familyOf, isProductFamily, productIdOf } from '../../catalog/products/ids.ts';
import type { ProductRow } from '../../catalog/products/rows.ts';
import { canBeOffered } from '../../catalog/products/rules.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { changePage } from './change-page.ts';
import { cleanEdits, tryCleanEdits, sizeFault } from './clean.ts';
import { fieldsFor } from './fields.ts';
import { loadPage } from './load.ts';
import { openingFault } from './opening.ts';
import { nextRevision } from './publish.ts';
import { pageCodec, pageKey } from './rows.ts';
import { applyEdits, changedPaths, productsNamedIn } from './rules.ts';
import type { PageEdits, Publisher } from './schema.ts';

const OPERATOR: Publisher = { type: 'operator', label: 'operator data' };

/**
 * Faults of page values in operator data, under `values.<path>`, or under `values` for all values together. The values
 * are checked against the company and the products as they will be after the import.
 */
export const importFaults = async (
  company: CompanyRow,
  products: readonly ProductRow[],
  values: PageEdits,
): Promise<FieldErrors> => {
  const [raw, stored, storedProducts] = await Promise.all([
    getRow(pageKey(company.slug), { consistent: true }),
    productFamilies(company.slug),
    offerableAmong(company, productsNamedIn(values)),
  ]);
  const atMs = nowMs();
  const offered = products.filter((product) => canBeOffered(company, product, atMs)).map(productIdOf);
  const families = [...stored, ...products.map(familyOf).filter(isProductFamily)];
  const fields = fieldsFor({
    company,
    families: familiesOf(company, families),
    products: [...storedProducts, ...offered],
    allowsLoopback: config.allowsLoopbackWebhooks(),
  });
  const before = raw ? pageCodec.read(raw).values : {};
  const { accepted, faults } = await tryCleanEdits(fields, before, values);
  const after = applyEdits(before, accepted);
  const tooLarge = sizeFault(after);
  const notOpened = openingFault(company, after);
  return {
    ...faults,
    ...(tooLarge === undefined ? {} : { values: [tooLarge] }),
    ...(notOpened === undefined ? {} : { 'values.open': [...(faults['values.open'] ?? []), notOpened] }),
  };
};

/** Whether these values differ from the last imported ones. */
export const isNewToPage = async (slug: string, values: PageEdits): Promise<boolean> => {
  const raw = await getRow(pageKey(slug), { consistent: true });
  return raw === undefined || pageCodec.read(raw).imported !== hashInput(values);
};

/**
 * Publishes the page of operator data as a revision when it has changed. An unchanged file changes nothing: later
 * revisions of the company are kept. Returns whether there is a new revision.
 */
export const importOrderPage = async (slug: string, values: PageEdits): Promise<boolean> => {
  const imported = hashInput(values);
  const loaded = await loadPage(slug, { named: () => [values] });
  if (loaded.page.imported === imported) return false;
  const accepted = await cleanEdits(loaded.fields, loaded.page.values, values);
  return changePage<boolean>({
    loaded,
    decide: (page, nowMs) => {
      const after = applyEdits(page.values, accepted);
      if (changedPaths(page.values, after).length === 0) return { row: { ...page, imported }, result: false };
      const next = nextRevision(page, { company: loaded.company, values: after, by: OPERATOR }, nowMs);
      return { row: { ...next.page, imported }, also: next.writes, result: true };
    },
  });
};
