import * as z from 'zod/mini';
import { rowCodec } from '../../../storage/row-codec.ts';
import type { Key, Row } from '../../../storage/table.ts';
import { companyPartition } from '../../company/companies/rows.ts';

/** Units of an option. What was put in equals `remaining + held + sold` at any moment, over all rows of the option. */
export interface StockFigures {
  remaining: number;
  held: number;
  sold: number;
}

/**
 * Counter of one option, or of the seats of one event: an unpaid order holds, a paid one has sold, an expired one gives
 * back.
 */
export interface StockRow extends Row, StockFigures {
  type: 'stock';
  productId: string;
  /** `gcvo_31`; `seats` for the event as a whole. */
  optionId: string;
  /** What the operator put in the last time, and what was held and sold then: the nightly check adds it up. */
  putIn?: number;
  heldThen?: number;
  soldThen?: number;
  /** Units lie in shares, too; absent: all of them are here. */
  spread?: SpreadState;
  /** Seats of an event: how many the operator has set, which the figures follow; null: no limit. Absent in older rows. */
  seats?: number | null;
  /** Seats of an event: their number was lowered, so that `remaining` may be below 0. */
  lowered?: true;
}

/**
 * `opening` and `closing` last while units are on their way to the shares and back. `closed`: they are here again, and
 * what orders had taken from shares comes back there.
 */
export type SpreadState = 'opening' | 'open' | 'closing' | 'closed';

/** Part of the units of a counter on which very many buyers meet. */
export interface StockShareRow extends Row, StockFigures {
  type: 'stock-share';
  productId: string;
  optionId: string;
  share: number;
  /**
   * Nothing is taken from here until units are spread again: what comes back is brought to the counter first, which may lack
   * some.
   */
  isShut?: true;
}

/** Names a counter of a company. */
export interface CounterName {
  productId: string;
  optionId: string;
}

/** Sorted after its product in the catalog, see catalog/products/rows.ts. */
export const stockKey = (company: string, productId: string, optionId: string): Key => ({
  pk: companyPartition(company),
  sk: `catalog#${productId}#stock#${optionId}`,
});

/** A partition takes 1000 units a second, of which a sale takes four, and a row fewer transactions than its partition. */
export const SHARE_PARTITIONS = 40;
const SHARES_IN_PARTITION = 16;
export const SHARES_MAX = SHARE_PARTITIONS * SHARES_IN_PARTITION;

export const sharePartition = (company: string, { productId, optionId }: CounterName, partition: number): string =>
  `STOCK#${company}#${productId}#${optionId}#${partition}`;

export const shareKey = (company: string, counter: CounterName, share: number): Key => ({
  pk: sharePartition(company, counter, share % SHARE_PARTITIONS),
  sk: `share#${String(share).padStart(3, '0')}`,
});

export const shareCodec = rowCodec<StockShareRow>({
  type: 'stock-share',
  version: 1,
  shape: () =>
    z.looseObject({
      productId: z.string(),
      optionId: z.string(),
      share: z.int(),
      isShut: z.optional(z.literal(true)),
      remaining: z.int(),
      held: z.int(),
      sold: z.int(),
    }),
});

export const EVENT_SEATS = 'seats';

export const seatsOfEvent = (productId: string): CounterName => ({ productId, optionId: EVENT_SEATS });

/** An event without a limit is put in with more seats than are ever sold, so that all else is as it is with a limit. */
export const UNLIMITED_SEATS = 1_000_000_000;

/** The counter of an option before the first unit is taken. */
export const newStockRow = (company: string, { productId, optionId }: CounterName, units: number): StockRow => ({
  ...stockKey(company, productId, optionId),
  ...counterIndex(optionId, company),
  type: 'stock',
  v: 1,
  productId,
  optionId,
  remaining: units,
  held: 0,
  sold: 0,
  putIn: units,
});

/** The counter of an event's seats before the first is taken. One without a limit cannot be restocked. */
export const newSeatsRow = (company: string, productId: string, seats: number | null): StockRow => ({
  ...stockKey(company, productId, EVENT_SEATS),
  ...(seats === null ? {} : counterIndex(productId, company)),
  type: 'stock',
  v: 1,
  productId,
  optionId: EVENT_SEATS,
  remaining: seats ?? UNLIMITED_SEATS,
  held: 0,
  sold: 0,
  putIn: seats ?? UNLIMITED_SEATS,
  seats,
});

/** Finds counters by the id of their option (or event), whatever the company: restocking names only that. */
export const countersNamed = (name: string) => ({ index: 'ix1', partition: `option#${name}` }) as const;

export const counterIndex = (name: string, company: string): Pick<Row, 'ix1pk' | 'ix1sk'> => ({
  ix1pk: countersNamed(name).partition,
  ix1sk: company,
});
