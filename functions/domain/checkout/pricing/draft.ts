import { priceValueCard } from '../../catalog/products/campaigns.ts';
import { optionIdOf, productIdOf } from '../../catalog/products/ids.ts';
import type { EventRow } from '../../catalog/products/rows.ts';
import { eventEnd, offerRedemptionValue, hasSeat, ticketFee } from '../../catalog/products/rules.ts';
import type { LineEvent, LineValidity, OrderLine } from '../../catalog/products/line-shape.ts';
import { vatMembersOf, vatOf, type Vat } from '../../catalog/products/vat.ts';
import { EVENT_SEATS } from '../../catalog/stock/rows.ts';
import { isOptionLine, type Cart, type KnownLine, type OptionLine, type ValueLine } from './lines.ts';
import { itemsOfLine } from './quantities.ts';
import { ticketDetails } from './ticket-details.ts';

/** A line with its price, before it belongs to an order. */
export type PricedLine = Omit<OrderLine, 'id' | 'issuedCount'>;

/** Prices the lines that have no faults. Discounts are still 0. */
export const draftLines = (cart: Cart, known: readonly KnownLine[]): PricedLine[] =>
  known.map((line) => (isOptionLine(line) ? draftOption(cart, line, known) : draftValue(cart, line)));

/** VAT rate and treatment of a line; the amount of VAT is added after the discount. */
const lineVat = ({ treatment, percent }: Vat): Pick<PricedLine, 'vatTreatment' | 'vatPercent' | 'vat'> => ({
  vatTreatment: treatment,
  vatPercent: percent,
  vat: 0,
});

const draftValue = (cart: Cart, known: ValueLine): PricedLine => {
  const card = cart.company.gift_card;
  if (!card) throw new Error('A gift card line of a company without gift cards passed validation');
  const { price, value, campaign } = priceValueCard(cart.company, known.amount, cart.nowMs);
  const { quantity } = known.line;
  return {
    productId: known.line.product_id,
    optionId: null,
    family: 'gift_card',
    name: card.name,
    amount: price,
    quantity,
    fees: card.order_fee,
    subtotal: price * quantity,
    discount: 0,
    ...lineVat(vatOf(cart.company, card)),
    itemValue: value,
    ...itemsOfLine(known),
    validity: { type: 'months', months: card.validity_months },
    ...(campaign ? { campaignId: campaign.id, campaignKind: campaign.kind } : {}),
    holds: [],
  };
};

const draftOption = (cart: Cart, known: OptionLine, all: readonly KnownLine[]): PricedLine => {
  const { product, option, line } = known;
  const ticket = ticketDetails(known, all);
  return {
    productId: productIdOf(product),
    optionId: optionIdOf(product, option),
    family: known.family,
    name: product.name,
    optionName: option.name,
    amount: option.amount,
    quantity: line.quantity,
    fees: feesOf(known),
    subtotal: option.amount * line.quantity,
    discount: 0,
    ...lineVat(vatOf(cart.company, ...vatMembersOf(known))),
    itemValue: redemptionValue(known),
    ...itemsOfLine(known),
    validity: lineValidity(known),
    ...(ticket ? { ticket } : {}),
    ...(known.family === 'event_ticket' ? { event: lineEvent(known.product), addOn: known.option.add_on } : {}),
    holds: holdsOf(known),
  };
};

/**
 * Fees are charged once per line, or once per seat for tickets; add-ons have no fee (lib/reference/pricing.md#fees).
 */
const feesOf = ({ family, product, option, line }: OptionLine): number =>
  family === 'event_ticket' ? ticketFee(option) * line.quantity : product.order_fee;

/** Value of one issued item. An offer may be redeemed at its regular price; a grouped ticket is worth all its seats. */
const redemptionValue = (known: OptionLine): number => {
  if (known.family === 'special_offer') return offerRedemptionValue(known.option);
  return known.option.amount * itemsOfLine(known).piecesPerItem;
};

/** Validity of the items that an option issues. */
export const lineValidity = ({ product }: OptionLine): LineValidity => {
  if (product.type !== 'event') return { type: 'months', months: product.validity_months };
  const from = startOf(product);
  return { type: 'fixed_date', from, until: eventEnd(product) ?? from };
};

const startOf = (event: EventRow): string => {
  if (event.starts_at === null) throw new Error('An event without a date passed validation');
  return event.starts_at;
};

const lineEvent = (event: EventRow): LineEvent => ({
  slug: event.slug,
  startsAt: startOf(event),
  endsAt: eventEnd(event),
  datePrecision: event.date_precision,
  ...(event.tagline === undefined ? {} : { tagline: event.tagline }),
  ...(event.venue ? { venue: event.venue } : {}),
});

/**
 * The counters that an order of the line changes: that of the option, and that of the event's seats, which are counted
 * even without a limit.
 */
const holdsOf = ({ product, option, line }: OptionLine): OrderLine['holds'] => {
  const productId = productIdOf(product);
  const { quantity } = line;
  return [
    ...(option.stock === undefined ? [] : [{ productId, optionId: optionIdOf(product, option), quantity }]),
    ...(hasSeat(option) ? [{ productId, optionId: EVENT_SEATS, quantity }] : []),
  ];
};
