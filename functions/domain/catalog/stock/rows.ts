import * as z from 'zod/mini';
import { rowCodec } from '../../../storage/row-codec.ts';
import type { Key, Row } from '../../../storage/table.ts';
import { companyPartition } from '../../company/companies/rows.ts';

/** Units of an option. Orders do not change the sum `remaining + held + sold` across all rows of the option. */
export interface StockFigures {
  remaining: number;
  held: number;
  sold: number;
}

/**
 * Counter of one option, or of the seats of one event: an unpaid order moves units to held, a paid one to sold, an
 * expired one back.
 */
export interface StockRow extends Row, StockFigures {
  type: 'stock';
  productId: string;
  /** `gcvo_31`; `seats` for the seats of an event. */
  optionId: string;
  /**
   * For the nightly check: the remaining units at the last restock plus later changes to the total, and the units held
   * and sold at the restock.
   */
  putIn?: number;
  heldThen?: number;
  soldThen?: number;
  /** State of spreading; absent: the counter itself has all units. */
  spread?: SpreadState;
  /** Capacity of an event, from which the figures are derived; null: no limit. Absent in older rows. */
  seats?: number | null;
  /** The capacity was lowered, so that `remaining` may be negative. */
  lowered?: true;
}

/**
 * `opening` and `closing` while units move to the shares and back. `closed`: the counter has the units again, but
 * orders still return units to their shares.
 */
export type SpreadState = 'opening' | 'open' | 'closing' | 'closed';

/** Part of the units of a counter under high demand. */
export interface StockShareRow extends Row, StockFigures {
  type: 'stock-share';
  productId: string;
  optionId: string;
  share: number;
  /**
   * Set while the share sells no units, until units are spread again. Units that orders return to the share move to the
   * counter when an order needs them.
   */
  isShut?: true;
}

export interface CounterName {
  productId: string;
  optionId: string;
}

/** A counter sorts after its product (catalog/products/rows.ts). */
export const stockKey = (company: string, productId: string, optionId: string): Key => ({
  pk: companyPartition(company),
  sk: `catalog#${productId}#stock#${optionId}`,
});

/**
 * A partition accepts 1000 write units per second, and a sale uses four. A row accepts fewer transactions than a
 * partition, so each partition has several shares.
 */
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

/**
 * Number of seats of an event without a limit. It is higher than any number of sold seats, so that events with and
 * without a limit need the same code.
 */
export const UNLIMITED_SEATS = 1_000_000_000;

/** The initial counter of an option. */
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

/** The initial counter of an event's seats. A counter without a limit cannot be restocked. */
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

/** Finds counters by the id of their option (or event) in any company, because a restock may name only that id. */
export const countersNamed = (name: string) => ({ index: 'ix1', partition: `option#${name}` }) as const;

export const counterIndex = (name: string, company: string): Pick<Row, 'ix1pk' | 'ix1sk'> => ({
  ix1pk: countersNamed(name).partition,
  ix1sk: company,
});
