import { foldCode } from '../codes/rules.ts';
import type { Key, Row } from '../../../storage/table.ts';
import { companyPartition } from '../../company/companies/rows.ts';
import { prefixOf, type ProductFamily } from './ids.ts';
import type { EventProduct, Experience, SpecialOffer } from './product-schema.ts';
import type { DiscountCode } from '../../company/settings/campaign-schema.ts';

/**
 * Products stand in their company's partition, each followed by its stock counters, and the company sorts right behind
 * the last product: one query reads a whole catalog with stock and settings.
 */
/** Members of a row that no file names: what the service keeps of its changes. */
export interface Administered {
  /** Counts changes of any kind; absent: none since it was created. */
  version?: number;
  /** Counts changes through the API and the desk, which an import must not overwrite unseen. */
  edits?: number;
}

interface ProductRecord extends Administered {
  createdAtMs?: number;
  /** It is never sold again, and absent from every list. */
  archivedAtMs?: number;
  /** Ids of options that are never sold again. They stay in `options`, inactive, for what was sold. */
  removedOptions?: readonly number[];
}

export interface ExperienceRow extends Row, ProductRecord, Experience {
  type: 'experience';
}
export interface EventRow extends Row, ProductRecord, EventProduct {
  type: 'event';
  /** Slugs that it had before, oldest first: tickets stay on the list of the slug under which they were sold. */
  formerSlugs?: readonly string[];
  /** It was cancelled: it is never sold again, whatever a file says. */
  cancellation?: { id: string; atMs: number };
}
export interface SpecialOfferRow extends Row, ProductRecord, SpecialOffer {
  type: 'special-offer';
}
export type ProductRow = ExperienceRow | EventRow | SpecialOfferRow;

export interface DiscountCodeRow extends Row, Administered, DiscountCode {
  type: 'discount-code';
  /** Orders with this code that are written and not expired, refunded before issue or rejected. */
  uses: number;
  createdAtMs?: number;
  /** It can no longer be used. The row stays for the orders that used it, which may give their use back. */
  deletedAtMs?: number;
  /** The batch of codes that it came with, and its place there, from 0. */
  batch?: { id: string; place: number };
}

/** `gcv_12`, `evt_5`, `so_9` */
export const productKey = (company: string, productId: string): Key => ({
  pk: companyPartition(company),
  sk: `catalog#${productId}#product`,
});

/** Product and its counters. */
export const productCollection = (company: string, productId: string) => ({
  partition: companyPartition(company),
  prefix: `catalog#${productId}#`,
});

/** Products of one family and their counters. */
export const familyCollection = (company: string, family: ProductFamily) => ({
  partition: companyPartition(company),
  prefix: `catalog#${prefixOf(family)}_`,
});

/** The same behind one of them. */
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

/** Codes match as `foldCode` compares them. */
export const discountCodeKey = (company: string, code: string): Key => ({
  pk: companyPartition(company),
  sk: `discount#${foldCode(code)}`,
});
