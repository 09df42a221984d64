import type { CompanyRow } from '../../company/companies/rows.ts';
import {
  offerRedemptionValue,
  ticketFee,
  availabilityOf,
  eventEnd,
  maximumOf,
  publishedMaximum,
  type StockLookup,
} from '../products/rules.ts';
import { openValueCampaigns } from '../products/campaigns.ts';
import {
  categoryIdOf,
  collectionPointIdOf,
  familyOf,
  isEventOption,
  isOfferOption,
  optionIdOf,
  productIdOf,
  VALUE_PRODUCT_ID,
  type EventOption,
  type OfferOption,
  type ProductOption,
} from '../products/ids.ts';
import type { EventRow, ProductRow } from '../products/rows.ts';
import { companyParts } from './present-company.ts';

/** The product object of the API (lib/reference/catalog.md#product). Amounts are in the smallest currency unit. */
export type Product = ReturnType<typeof presentValueProduct> | ReturnType<typeof presentProduct>;

/** The variable-value gift card of a company, or undefined when it has none. */
export const presentValueProduct = (company: CompanyRow, nowMs: number) => {
  const card = company.gift_card;
  if (!card) return undefined;
  return {
    id: VALUE_PRODUCT_ID,
    object: 'product' as const,
    type: 'gift_card' as const,
    name: card.name,
    description: card.description ?? null,
    currency: company.currency,
    categories: card.categories.map(categoryIdOf),
    images: presentImages(card.images),
    validity: monthsValidity(card.validity_months),
    company_required: false,
    fee_basis: 'per_line' as const,
    pricing: {
      type: 'variable' as const,
      minimum_amount: card.minimum_amount,
      maximum_amount: card.maximum_amount,
    },
    quantity: { minimum: card.quantity.minimum, maximum: maximumOf(card.quantity, null) },
    fees: { order_fee: card.order_fee },
    active: true,
    available_until: null,
    ...companyParts(company, 'gift_card'),
    promotions: openValueCampaigns(company, nowMs).map((campaign) => ({
      id: campaign.id,
      name: campaign.name,
      kind: campaign.kind,
      value: campaign.value,
      amount_from: campaign.amountFrom,
      amount_to: campaign.amountTo,
    })),
  };
};

export const presentProduct = (company: CompanyRow, product: ProductRow, stock: StockLookup) => {
  const family = familyOf(product);
  return {
    id: productIdOf(product),
    object: 'product' as const,
    type: family,
    name: product.name,
    description: product.description ?? null,
    ...(product.type === 'event' ? {} : { formalities: product.formalities ?? null }),
    currency: company.currency,
    categories: product.categories.map(categoryIdOf),
    images: presentImages(product.images),
    validity: validityOf(product),
    company_required: product.type === 'event' ? product.requires.company : product.company_required,
    fee_basis: product.type === 'event' ? ('per_ticket' as const) : ('per_line' as const),
    pricing: { type: 'fixed' as const },
    options: product.options.filter((option) => option.active).map((option) => presentOption(product, option, stock)),
    active: true,
    available_until: product.type === 'special-offer' ? product.available_until : null,
    ...(product.type === 'event' ? { event: presentEvent(product) } : {}),
    ...companyParts(company, family),
  };
};

type Image = ProductRow['images'][number];

/** `role` overrides the stored role: pictures of options always have the role `option`. */
const presentImages = (images: readonly Image[], role?: Image['role']): Image[] =>
  images.map((image) => ({ url: image.url, role: role ?? image.role }));

const monthsValidity = (months: number) => ({
  type: 'months' as const,
  months,
  valid_from: null,
  valid_until: null,
});

const validityOf = (product: ProductRow) =>
  product.type === 'event'
    ? { type: 'fixed_date' as const, months: null, valid_from: product.starts_at, valid_until: eventEnd(product) }
    : monthsValidity(product.validity_months);

const presentOption = (product: ProductRow, option: ProductOption, stock: StockLookup) => ({
  id: optionIdOf(product, option),
  object: 'product_option' as const,
  name: option.name,
  description: option.description ?? null,
  active: true,
  images: presentImages(option.images, 'option'),
  amount: option.amount,
  ...(isOfferOption(option) ? offerFigures(option) : {}),
  fees: product.type === 'event' ? { ticket_fee: ticketFee(option) } : { order_fee: product.order_fee },
  quantity: { minimum: option.quantity.minimum, maximum: publishedMaximum(product, option, stock) },
  availability: availabilityOf(product, option, stock),
  ...(isEventOption(option) ? eventFigures(option) : {}),
});

const offerFigures = (option: OfferOption) => ({
  regular_amount: option.regular_amount ?? null,
  discount_percent: savingPercent(option),
  redemption_value: offerRedemptionValue(option),
});

/** Savings of the offer in whole percent, rounded down so that shops do not overstate them. */
const savingPercent = ({ amount, regular_amount: regular }: OfferOption): number | null =>
  regular === undefined || regular <= amount ? null : Math.floor(((regular - amount) * 100) / regular);

const eventFigures = (option: EventOption) => ({
  requires: {
    code: option.requires.code,
    address: option.requires.address,
    collection_point: option.requires.collection_point,
  },
  add_on: option.add_on,
});

const presentEvent = (event: EventRow) => ({
  starts_at: event.starts_at,
  ends_at: eventEnd(event),
  date_precision: event.date_precision,
  tagline: event.tagline ?? null,
  venue: event.venue ? { name: event.venue.name, address: event.venue.address, postcode: event.venue.postcode } : null,
  grouped_tickets: event.grouped_tickets,
  comment: {
    available: event.comment.available,
    label: event.comment.label,
    max_length: event.comment.max_length,
  },
  requires: { phone: event.requires.phone, company: event.requires.company },
  capacity_mode: event.capacity_mode,
  tickets_per_event: event.tickets_per_event,
  add_ons_sold_alone: event.add_ons_sold_alone,
  collection_points: event.collection_points.map((point) => ({
    id: collectionPointIdOf(point.id),
    object: 'collection_point' as const,
    name: point.name,
    address: point.address,
    city: point.city,
  })),
});
