import { EVENT_SEATS, type StockRow } from '../stock/rows.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { isWithheld, isWithin } from './campaigns.ts';
import { isEventOption, optionIdOf, productIdOf, type OfferOption, type ProductOption } from './ids.ts';
import { isOverAt } from './last-moment.ts';
import type { EventRow, ProductRow } from './rows.ts';

/**
 * Finds the counter of an option, or of an event's seats. The rules of this file decide publication and quantities at a
 * given time (lib/reference/catalog.md#publication, lib/reference/catalog.md#quantities).
 */
export type StockLookup = (productId: string, optionId: string) => Pick<StockRow, 'remaining' | 'seats'> | undefined;

const DEFAULT_MAXIMUM = 100;
const HIGHEST_MAXIMUM = 1000;

/** The end of an event, if its date precision includes an end. */
export const eventEnd = (event: Pick<EventRow, 'ends_at' | 'date_precision'>): string | null =>
  event.date_precision === 'date_range' || event.date_precision === 'date_time_range' ? event.ends_at : null;

const isDated = (event: EventRow): boolean =>
  event.starts_at !== null &&
  (event.date_precision === 'date' || event.date_precision === 'date_time' || event.ends_at !== null);

/**
 * Whether a ticket would be expired when issued: the last day of the event is over in the company's zone
 * (lib/decisions/catalog.md).
 */
export const isOver = (company: CompanyRow, event: EventRow, nowMs: number): boolean =>
  isOverAt(eventEnd(event) ?? event.starts_at ?? '', company.time_zone, nowMs);

/** Why a product is hidden. */
export const WITHHELD_REASONS = [
  'archived',
  'inactive',
  'not_public',
  'not_orderable',
  'outside_window',
  'campaign_running',
  'undated',
  'no_options',
  'sold_out',
] as const;
type WithheldReason = (typeof WITHHELD_REASONS)[number];

const windowOf = (product: ProductRow): { from: string | null; until: string | null } => {
  if (product.type === 'experience') return { from: product.published_from, until: product.published_until };
  if (product.type === 'event') return { from: product.opens_at, until: product.closes_at };
  return { from: null, until: product.available_until };
};

/** Without a closing time an event is sold until it is over. */
const isInWindow = (company: CompanyRow, product: ProductRow, nowMs: number): boolean =>
  isWithin(windowOf(product), nowMs) &&
  (product.type !== 'event' || !isDated(product) || product.closes_at !== null || !isOver(company, product, nowMs));

/** A cancelled event is never on sale again, regardless of `active`. */
export const isCancelled = (product: ProductRow): boolean =>
  product.type === 'event' && product.cancellation !== undefined;

/** Every reason why a product cannot be quoted and ordered now, regardless of its stock. */
const reasonsNotOffered = (company: CompanyRow, product: ProductRow, nowMs: number): WithheldReason[] => {
  const applies: Partial<Record<WithheldReason, boolean>> = {
    archived: product.archivedAtMs !== undefined,
    inactive: !product.active || isCancelled(product),
    not_public: !product.public,
    not_orderable: product.type === 'experience' && product.kind !== 'orderable',
    outside_window: !isInWindow(company, product, nowMs),
    campaign_running: product.type === 'experience' && isWithheld(company, product.id, nowMs),
    undated: product.type === 'event' && !isDated(product),
  };
  return WITHHELD_REASONS.filter((reason) => applies[reason]);
};

/** Whether a product may be quoted and ordered now, regardless of its stock. */
export const isOffered = (company: CompanyRow, product: ProductRow, nowMs: number): boolean =>
  reasonsNotOffered(company, product, nowMs).length === 0;

/**
 * Whether a product is or will be offered, by its own settings: true before its window opens, false once it is over or
 * removed.
 */
export const canBeOffered = (company: CompanyRow, product: ProductRow, nowMs: number): boolean => {
  if (product.archivedAtMs !== undefined || !product.active || !product.public || isCancelled(product)) return false;
  const isAhead = (end: string | null): boolean => isWithin({ from: null, until: end }, nowMs);
  if (product.type === 'experience') return product.kind === 'orderable' && isAhead(product.published_until);
  if (product.type === 'special-offer') return isAhead(product.available_until);
  return (
    isDated(product) && isAhead(product.closes_at) && (product.closes_at !== null || !isOver(company, product, nowMs))
  );
};

/** An experience needs an option that is not sold out; events and offers are listed without one. */
const reasonsOfStock = (product: ProductRow, stock: StockLookup): WithheldReason[] => {
  if (product.type !== 'experience') return [];
  const options = product.options.filter(({ active }) => active);
  if (options.length === 0) return ['no_options'];
  return options.some((option) => isInStock(option, remainingOf(product, option, stock))) ? [] : ['sold_out'];
};

/** Every reason why a product is not listed and not found by id; empty when it is visible. */
export const withheldReasons = (
  company: CompanyRow,
  product: ProductRow,
  stock: StockLookup,
  nowMs: number,
): WithheldReason[] => [...reasonsNotOffered(company, product, nowMs), ...reasonsOfStock(product, stock)];

/** Whether a product is listed and found by id. */
export const isListed = (company: CompanyRow, product: ProductRow, stock: StockLookup, nowMs: number): boolean =>
  isOffered(company, product, nowMs) && reasonsOfStock(product, stock).length === 0;

/** An add-on uses no seat of its event; every other ticket does, even without a limit. */
export const hasSeat = (option: ProductOption): boolean => isEventOption(option) && !option.add_on;

/** Available seats of an event; null without a limit, 0 even when more are sold than exist. */
export const seatsLeft = (event: EventRow, stock: StockLookup): number | null => {
  if (event.seats === null) return null;
  const counter = stock(productIdOf(event), EVENT_SEATS);
  // Uses the limit of the event while the counter does not have it yet.
  return counter === undefined || counter.seats === null ? event.seats : Math.max(0, counter.remaining);
};

/** Available units of an option; null without a limit. */
export const remainingOf = (product: ProductRow, option: ProductOption, stock: StockLookup): number | null => {
  const productId = productIdOf(product);
  const ownStock =
    option.stock === undefined ? null : (stock(productId, optionIdOf(product, option))?.remaining ?? option.stock);
  const seats = product.type === 'event' && hasSeat(option) ? seatsLeft(product, stock) : null;
  if (ownStock === null) return seats;
  return seats === null ? ownStock : Math.min(ownStock, seats);
};

/** Whether an option can be bought. It is out of stock if fewer units remain than its minimum. */
const isInStock = ({ quantity }: ProductOption, remaining: number | null): boolean =>
  remaining === null || remaining >= quantity.minimum;

/** Available units of several options in total, at most the available seats of an event; null without a limit. */
export const totalRemaining = (
  product: ProductRow,
  options: readonly ProductOption[],
  stock: StockLookup,
): number | null => {
  const seats = product.type === 'event' ? seatsLeft(product, stock) : null;
  const withoutSeats = product.type === 'event' ? { ...product, seats: null } : product;
  const units = options.map((option) => remainingOf(withoutSeats, option, stock));
  if (units.includes(null)) return seats;
  const sum = units.reduce<number>((total, each) => total + (each ?? 0), 0);
  return seats === null ? sum : Math.min(sum, seats);
};

/**
 * Available units of a product in total, without add-ons; null without a limit, and if one of the options in stock does
 * not publish its stock.
 */
export const publishedTotal = (product: ProductRow, stock: StockLookup): number | null => {
  const all: readonly ProductOption[] = product.options;
  const inStock = all
    .filter((option) => option.active && !(isEventOption(option) && option.add_on))
    .filter((option) => isInStock(option, remainingOf(product, option, stock)));
  return inStock.every((option) => option.publish_stock) ? totalRemaining(product, inStock, stock) : null;
};

/** Available units of an option, if it publishes its stock. */
export const publishedRemaining = (product: ProductRow, option: ProductOption, stock: StockLookup): number | null =>
  option.publish_stock ? remainingOf(product, option, stock) : null;

/**
 * Maximum quantity of an option in one line: the configured maximum or 100, at most 1000, and at most the published
 * stock.
 */
export const maximumOf = (quantity: { maximum?: number | undefined }, published: number | null): number =>
  Math.min(quantity.maximum ?? DEFAULT_MAXIMUM, HIGHEST_MAXIMUM, published ?? HIGHEST_MAXIMUM);

type Capacity = Pick<EventRow, 'tickets_per_event'>;

/** Maximum tickets of an option in one order, for both capacity modes; null if there is no limit, and for add-ons. */
export const ticketsOfOption = (event: Capacity, option: { add_on: boolean }): number | null =>
  option.add_on ? null : event.tickets_per_event;

/** Published maximum quantity of an option in one line. It may be below the minimum if too few units are available. */
export const publishedMaximum = (product: ProductRow, option: ProductOption, stock: StockLookup): number => {
  const maximum = maximumOf(option.quantity, publishedRemaining(product, option, stock));
  const tickets = product.type === 'event' && isEventOption(option) ? ticketsOfOption(product, option) : null;
  return Math.min(maximum, tickets ?? maximum);
};

interface Availability {
  limited: boolean;
  in_stock: boolean;
  remaining: number | null;
}

export const availabilityOf = (product: ProductRow, option: ProductOption, stock: StockLookup): Availability => {
  const remaining = remainingOf(product, option, stock);
  return {
    limited: product.type === 'event' || remaining !== null,
    in_stock: isInStock(option, remaining),
    remaining: option.publish_stock ? remaining : null,
  };
};

/** The active option with this id; undefined for an inactive option. */
export const findOption = (product: ProductRow, optionId: string): ProductOption | undefined =>
  product.options.find((option) => option.active && optionIdOf(product, option) === optionId);

/** Service fee of one seat; none for add-ons. */
export const ticketFee = (option: ProductOption): number =>
  isEventOption(option) && !option.add_on ? option.ticket_fee : 0;

/**
 * Value of the voucher of an offer: the regular price if the offer is redeemed at that price, otherwise the price paid.
 */
export const offerRedemptionValue = (option: OfferOption): number =>
  option.redeem_at_regular ? (option.regular_amount ?? option.amount) : option.amount;
