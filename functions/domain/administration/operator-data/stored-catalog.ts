import { queryAll, type Row } from '../../../storage/table.ts';
import { optionIdOf, productIdOf, type ProductFamily, type ProductOption } from '../../catalog/products/ids.ts';
import { familyCollection, isProduct, type ProductRow } from '../../catalog/products/rows.ts';
import { stockKey, type CounterName, type StockRow } from '../../catalog/stock/rows.ts';
import { PRODUCT_SECTIONS, type ProductSection } from './product-sections.ts';
import type { OperatorData } from './schema.ts';

/** Stored products and counters of the families and companies in the file. */
export interface StoredCatalog {
  products: readonly ProductRow[];
  counters: readonly StockRow[];
}

/** Owners of ids and slugs in the stored catalog. */
export interface TakenNames {
  /** Ids of the products that have an option, by `company/gcvo_31`. */
  options: ReadonlyMap<string, readonly string[]>;
  /** Ids of the events with a current slug, by `company/jazz`. Former slugs are free. */
  slugs: ReadonlyMap<string, readonly string[]>;
}

const FAMILIES: Record<ProductSection, ProductFamily> = {
  experiences: 'gift_card_variant',
  events: 'event_ticket',
  special_offers: 'special_offer',
};

export const loadCatalog = async (data: OperatorData): Promise<StoredCatalog> => {
  const collections = PRODUCT_SECTIONS.flatMap(([section]) => {
    const companies = new Set(data[section].map(({ company }) => company));
    return [...companies].map((company) => familyCollection(company, FAMILIES[section]));
  });
  const rowsByCollection = await Promise.all(
    collections.map((collection) => queryAll<Row>({ ...collection, consistent: true })),
  );
  const rows = rowsByCollection.flat();
  return { products: rows.filter(isProduct), counters: rows.filter(isCounter) };
};

const isCounter = (row: Row): row is StockRow => row.type === 'stock';

/** The options of a product. */
export const optionsOf = ({ options }: ProductRow): readonly ProductOption[] => options;

/** Name of a counter with its company. */
export type CompanyCounter = CounterName & { company: string };

/** The counter of an option, if it ever had stock. */
export const counterOf = ({ counters }: StoredCatalog, named: CompanyCounter): StockRow | undefined => {
  const key = stockKey(named.company, named.productId, named.optionId);
  return counters.find(({ pk, sk }) => pk === key.pk && sk === key.sk);
};

/**
 * The owners of all option ids and current slugs. An inactive option keeps its id, because its vouchers and its counter
 * remain.
 */
export const takenIn = ({ products }: StoredCatalog): TakenNames => {
  const [options, slugs] = [new Map<string, string[]>(), new Map<string, string[]>()];
  const add = (owners: Map<string, string[]>, product: ProductRow, name: string): void => {
    const known = owners.get(`${product.company}/${name}`) ?? [];
    owners.set(`${product.company}/${name}`, [...known, productIdOf(product)]);
  };
  for (const product of products) {
    if (product.type === 'event') add(slugs, product, product.slug);
    for (const option of optionsOf(product)) add(options, product, optionIdOf(product, option));
  }
  return { options, slugs };
};
