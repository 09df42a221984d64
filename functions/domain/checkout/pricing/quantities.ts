import type { Message, Text } from '../../../platform/messages/message.ts';
import { ordering } from '../../../platform/messages/ordering.ts';
import { validation } from '../../../platform/messages/validation.ts';
import { productIdOf } from '../../catalog/products/ids.ts';
import type { EventRow } from '../../catalog/products/rows.ts';
import { maximumOf, publishedRemaining, remainingOf, seatsLeft, hasSeat } from '../../catalog/products/rules.ts';
import { ApiError } from '../../../platform/errors.ts';
import type { Faults } from '../../catalog/products/faults.ts';
import { isOptionLine, lineField, type Cart, type EventLine, type KnownLine, type OptionLine } from './lines.ts';

const ISSUED_ITEMS_MAX = 1000;

const quantityField = (known: KnownLine): string => lineField(known.index, 'quantity');

/** Fault of a quantity that is too large, once per line. */
const reportTooMany = (known: KnownLine, message: Text, faults: Faults): void => {
  if (!faults.has(quantityField(known))) faults.add(quantityField(known), message, 'above_maximum');
};

/** 409: an offer has fewer vouchers left than the line requests (lib/reference/orders.md#stock-and-capacity). */
export const insufficientStock = (index: number, remaining: number): ApiError =>
  offerShort(lineField(index, 'quantity'), remaining);

const offerShort = (field: string, remaining: number): ApiError => {
  const text =
    remaining > 0 ? ordering('offer_stock_short', { field, left: remaining }) : ordering('offer_sold_out', { field });
  return new ApiError(409, 'insufficient_stock', text, { about: { [field]: [text] } });
};

/** The message for a line that requests more than the remaining stock, except for offers. */
export const stockMessage = (remaining: number): Message =>
  remaining > 0 ? ordering('option_stock_short', { left: remaining }) : ordering('option_sold_out');

/** The message if the lines of one event together need more seats than remain. */
export const seatsMessage = (remainingSeats: number): Message =>
  remainingSeats > 0 ? ordering('event_seats_short', { left: remainingSeats }) : ordering('event_sold_out');

/** Checks bounds, stock and capacity of all lines (lib/reference/orders.md#stock-and-capacity). */
export const checkQuantities = (cart: Cart, known: readonly KnownLine[], faults: Faults): void => {
  for (const line of known) checkBounds(cart, line, faults);
  const options = known.filter(isOptionLine);
  checkCapacity(options, faults);
  checkSeats(cart, options, faults);
  checkIssuedItems(known, faults);
};

const checkBounds = (cart: Cart, known: KnownLine, faults: Faults): void => {
  const { quantity } = known.line;
  const bounds = isOptionLine(known) ? known.option.quantity : cart.company.gift_card?.quantity;
  const minimum = bounds?.minimum ?? 1;
  const maximum = maximumOf(bounds ?? {}, null);
  if (quantity < minimum) {
    faults.add(quantityField(known), validation('below_minimum', { minimum }), 'below_minimum');
  } else if (quantity > maximum) {
    reportTooMany(known, validation('above_maximum', { maximum }), faults);
  } else if (isOptionLine(known)) {
    const remaining = countedStock(cart, known);
    if (remaining !== null && quantity > remaining) reportTooMany(known, stockMessage(remaining), faults);
  }
};

/** The stock limit of a line. For an order of an offer, `assertOfferStock` checks the stock after all other checks. */
const countedStock = (cart: Cart, { product, option }: OptionLine): number | null => {
  if (!cart.stock) return null;
  if (cart.mode === 'quote') return publishedRemaining(product, option, cart.stock);
  return product.type === 'special-offer' ? null : remainingOf(product, option, cart.stock);
};

/** Throws 409 for the first offer line that exceeds the stock; called for orders without other faults. */
export const assertOfferStock = (cart: Cart, known: readonly KnownLine[]): void => {
  if (cart.mode === 'quote' || !cart.stock) return;
  for (const { product, option, line, index } of known.filter(isOptionLine)) {
    if (product.type !== 'special-offer') continue;
    const remaining = remainingOf(product, option, cart.stock);
    if (remaining !== null && line.quantity > remaining) throw insufficientStock(index, remaining);
  }
};

/** The event lines of each event, in order. */
export const linesByEvent = (options: readonly OptionLine[]): { event: EventRow; lines: EventLine[] }[] => {
  const events = new Map<string, { event: EventRow; lines: EventLine[] }>();
  for (const line of options) {
    if (line.family !== 'event_ticket') continue;
    const id = productIdOf(line.product);
    const group = events.get(id) ?? { event: line.product, lines: [] };
    group.lines.push(line);
    events.set(id, group);
  }
  return [...events.values()];
};

/** `tickets_per_event`: per option, or across all lines of the event. Add-ons do not count. */
const checkCapacity = (options: readonly OptionLine[], faults: Faults): void => {
  for (const { event, lines } of linesByEvent(options)) {
    const maximum = event.tickets_per_event;
    if (maximum === null) continue;
    const together = event.capacity_mode === 'per_order';
    let taken = 0;
    for (const line of lines.filter(({ option }) => hasSeat(option))) {
      taken = together ? taken + line.line.quantity : line.line.quantity;
      if (taken <= maximum) continue;
      reportTooMany(
        line,
        ordering(together ? 'event_tickets_above_maximum' : 'option_tickets_above_maximum', { maximum }),
        faults,
      );
    }
  }
};

/** Checks the seats of each event in total over the lines that use seats. A quote checks only published stock. */
const checkSeats = (cart: Cart, options: readonly OptionLine[], faults: Faults): void => {
  if (!cart.stock) return;
  for (const { event, lines } of linesByEvent(options)) {
    const seated = lines.filter(({ option }) => hasSeat(option));
    const remainingSeats = seatsLeft(event, cart.stock);
    if (remainingSeats === null) continue;
    let taken = 0;
    for (const line of seated) {
      taken += line.line.quantity;
      const isChecked = cart.mode === 'order' || line.option.publish_stock;
      if (isChecked && taken > remainingSeats) reportTooMany(line, seatsMessage(remainingSeats), faults);
    }
  }
};

/** Grouped tickets are one item for all seats of their line. */
export const itemsOfLine = (known: KnownLine): { itemCount: number; piecesPerItem: number } => {
  const { quantity } = known.line;
  const grouped = known.family === 'event_ticket' && known.product.grouped_tickets;
  return grouped ? { itemCount: 1, piecesPerItem: quantity } : { itemCount: quantity, piecesPerItem: 1 };
};

const checkIssuedItems = (known: readonly KnownLine[], faults: Faults): void => {
  let issued = 0;
  for (const line of known) {
    issued += itemsOfLine(line).itemCount;
    if (issued <= ISSUED_ITEMS_MAX) continue;
    reportTooMany(line, ordering('items_above_maximum', { maximum: ISSUED_ITEMS_MAX }), faults);
    return;
  }
};
