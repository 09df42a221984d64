import { foldCode } from '../codes/rules.ts';
import type { Key, Row, RowSet } from '../../../storage/table.ts';
import { companyPartition } from '../../company/companies/rows.ts';
import { prefixOf, type ProductFamily } from './ids.ts';
import type { EventProduct, Experience, SpecialOffer } from './product-schema.ts';
import type { DiscountCode } from '../../company/settings/campaign-schema.ts';

/**
 * Products are in the partition of their company. Each product is followed by its stock counters, and the row of the
 * company comes last, so that one query reads the complete catalog with its stock and settings.
 */
/** Counts of the changes to a row. They are not part of operator files. */
export interface ChangeCounts {
  /** Number of changes of any kind; absent: unchanged since its creation. */
  version?: number;
  /**
   * Number of changes through the API and the desk. An import must not overwrite a change of this kind that is made
   * while the import runs.
   */
  edits?: number;
}

interface ProductRecord extends ChangeCounts {
  createdAtMs?: number;
  /** Set if the product is never sold again and absent from every list. */
  archivedAtMs?: number;
  /** Ids of options that are never sold again. They stay in `options`, inactive, for existing orders. */
  removedOptions?: readonly number[];
}

export interface ExperienceRow extends Row, ProductRecord, Experience {
  type: 'experience';
}
export interface EventRow extends Row, ProductRecord, EventProduct {
  type: 'event';
  /** Former slugs, oldest first: tickets stay on the list of the slug under which they were sold. */
  formerSlugs?: readonly string[];
  /** Set if the event is cancelled: it is never sold again, regardless of files. */
  cancellation?: { id: string; atMs: number };
}
export interface SpecialOfferRow extends Row, ProductRecord, SpecialOffer {
  type: 'special-offer';
}
export type ProductRow = ExperienceRow | EventRow | SpecialOfferRow;

export const isProduct = (row: Row): row is ProductRow =>
  row.type === 'experience' || row.type === 'event' || row.type === 'special-offer';

export interface DiscountCodeRow extends Row, ChangeCounts, DiscountCode {
  type: 'discount-code';
  /** Number of orders with this code, except expired, rejected and undone orders. */
  uses: number;
  createdAtMs?: number;
  /** Set if the code is no longer usable. The row is kept, because orders that used the code may return their use. */
  deletedAtMs?: number;
  /** Its batch of codes, and its position there, from 0. */
  batch?: { id: string; place: number };
}

/** `gcv_12`, `evt_5`, `so_9` */
export const productKey = (company: string, productId: string): Key => ({
  pk: companyPartition(company),
  sk: `catalog#${productId}#product`,
});

/** The products that exist, by id. */
export const productsIn = (rows: RowSet, company: string, ids: readonly string[]): ReadonlyMap<string, ProductRow> =>
  new Map(
    ids.flatMap((id) => {
      const product = rows.get<ProductRow>(productKey(company, id));
      return product ? [[id, product] as const] : [];
    }),
  );

/** A product and its counters. */
export const productCollection = (company: string, productId: string) => ({
  partition: companyPartition(company),
  prefix: `catalog#${productId}#`,
});

/** Products of one family and their counters. */
export const familyCollection = (company: string, family: ProductFamily) => ({
  partition: companyPartition(company),
  prefix: `catalog#${prefixOf(family)}_`,
});

/** Products of a family after one of them, and their counters. */
export const familyCollectionAfter = (company: string, family: ProductFamily, productId: string) => ({
  partition: companyPartition(company),
  from: `catalog#${productId}#~`,
  to: `catalog#${prefixOf(family)}_~`,
});

/** Products, counters and the company row itself. */
export const catalogCollection = (company: string) => ({
  partition: companyPartition(company),
  from: 'catalog#',
  to: 'company',
});

/** All discount codes of a company. */
export const discountCodes = (company: string) =>
  ({ partition: companyPartition(company), prefix: 'discount#' }) as const;

/** Codes with the same form after `foldCode` have the same key. */
export const discountCodeKey = (company: string, code: string): Key => ({
  pk: companyPartition(company),
  sk: `discount#${foldCode(code)}`,
});
