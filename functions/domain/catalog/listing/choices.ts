import { nowMs } from '../../../platform/clock.ts';
import { getRows, queryAll, queryPage } from '../../../storage/table.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import {
  FAMILIES,
  isProductFamily,
  isProductId,
  productIdOf,
  VALUE_PRODUCT_ID,
  type Family,
  type ProductFamily,
} from '../products/ids.ts';
import { catalogCollection, familyCollection, productKey, type ProductRow } from '../products/rows.ts';
import { canBeOffered } from '../products/rules.ts';

/** Families in which a company has products, in the order of catalogs. Reads the first row of each family. */
export const productFamilies = async (company: string): Promise<ProductFamily[]> => {
  const families = FAMILIES.filter(isProductFamily);
  const pages = await Promise.all(
    families.map((family) => queryPage({ ...familyCollection(company, family), limit: 1, consistent: true })),
  );
  return families.filter((_, at) => (pages[at]?.rows.length ?? 0) > 0);
};

/** All families of a company. */
export const familiesOf = (company: CompanyRow, withProducts: readonly ProductFamily[]): Family[] =>
  FAMILIES.filter((family) => (isProductFamily(family) ? withProducts.includes(family) : company.gift_card));

const valueProduct = (company: CompanyRow): string[] => (company.gift_card ? [VALUE_PRODUCT_ID] : []);

/** Ids of every product that is or will be on sale. */
export const offerableProducts = async (company: CompanyRow): Promise<string[]> => {
  const rows = await queryAll<ProductRow>(catalogCollection(company.slug));
  const products = rows.filter(({ type }) => type === 'experience' || type === 'event' || type === 'special-offer');
  return [...valueProduct(company), ...idsOf(company, products)];
};

/** The value product, and those of `ids` whose product is or will be on sale. */
export const offerableAmong = async (company: CompanyRow, ids: readonly string[]): Promise<string[]> => {
  const keys = ids.filter(isProductId).map((id) => productKey(company.slug, id));
  const rows = keys.length === 0 ? undefined : await getRows(keys, { consistent: true });
  const products = keys.flatMap((key) => rows?.get<ProductRow>(key) ?? []);
  return [...valueProduct(company), ...idsOf(company, products)];
};

const idsOf = (company: CompanyRow, products: readonly ProductRow[]): string[] => {
  const atMs = nowMs();
  return products.filter((product) => canBeOffered(company, product, atMs)).map(productIdOf);
};
