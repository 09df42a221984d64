import type { Key, Row } from '../../storage/table.ts';
import { companyPartition } from '../companies/rows.ts';

/**
 * Counter of one option, or of the seats of one event. What was put in equals `remaining + held + sold` at any moment:
 * an unpaid order holds, a paid one has sold, an expired one gives back.
 */
export interface StockRow extends Row {
  type: 'stock';
  productId: string;
  /** `gcvo_31`; `seats` for the event as a whole. */
  optionId: string;
  remaining: number;
  held: number;
  sold: number;
  /** What the operator put in the last time, and what was held and sold then: the nightly check adds it up. */
  putIn?: number;
  heldThen?: number;
  soldThen?: number;
}

/** Stands behind its product in the catalogue, see catalogue/rows.ts. */
export const stockKey = (company: string, productId: string, optionId: string): Key => ({
  pk: companyPartition(company),
  sk: `catalogue#${productId}#stock#${optionId}`,
});

export const EVENT_SEATS = 'seats';

/** Finds counters by the id of their option (or event), whatever the company: restocking names only that. */
export const countersNamed = (name: string) => ({ index: 'ix1', partition: `option#${name}` }) as const;

export const counterIndex = (name: string, company: string): Pick<Row, 'ix1pk' | 'ix1sk'> => ({
  ix1pk: countersNamed(name).partition,
  ix1sk: company,
});
