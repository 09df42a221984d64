import * as z from 'zod/mini';
import { PICTURE_MIMES } from '../../domain/catalog/greeting-images/schema.ts';
import { pickupPointReply } from './pickup-point-reply.ts';

/**
 * Products, with one shape per family (lib/reference/catalog.md#product). Amounts are in the smallest currency unit.
 */

const minor = z.int().check(z.gte(0));
const timestamp = z.string();
const text = z.string();
const images = z.array(z.strictObject({ url: text, role: z.enum(['product', 'option']) }));

const emailMethod = z.strictObject({
  available: z.boolean(),
  price: minor,
  price_varies: z.boolean(),
  supports_send_at: z.boolean(),
  phone_required: z.boolean(),
});

const postalMethod = z.strictObject({
  available: z.boolean(),
  price: z.nullable(minor),
  price_varies: z.boolean(),
  supports_send_at: z.boolean(),
  phone_required: z.boolean(),
  extra_card_price: z.nullable(minor),
  destinations: z.array(
    z.strictObject({
      country: text,
      private: z.nullable(minor),
      collection: z.nullable(minor),
      company: z.nullable(minor),
    }),
  ),
  priorities: z.optional(
    z.array(
      z.strictObject({
        id: z.string().check(z.regex(/^spri_\d+$/)),
        label: text,
        description: z.nullable(text),
        price_per_card: minor,
        default: z.boolean(),
      }),
    ),
  ),
});

const monthsValidity = z.strictObject({
  type: z.literal('months'),
  months: z.int(),
  valid_from: z.null(),
  valid_until: z.null(),
});

const fixedValidity = z.strictObject({
  type: z.literal('fixed_date'),
  months: z.null(),
  valid_from: z.nullable(timestamp),
  valid_until: z.nullable(timestamp),
});

/** Common members of all products. */
const common = {
  object: z.literal('product'),
  name: text,
  description: z.nullable(text),
  currency: text,
  categories: z.array(z.string().check(z.regex(/^cat_\d+$/))),
  images,
  company_required: z.boolean(),
  active: z.boolean(),
  available_until: z.nullable(timestamp),
  delivery_methods: z.strictObject({
    recipient_email: emailMethod,
    sender_email: emailMethod,
    postal: postalMethod,
  }),
  personalization: z.strictObject({
    greeting: z.strictObject({
      max_length: z.int(),
      image: z.strictObject({ accepted_mime: z.array(z.enum(PICTURE_MIMES)), max_bytes: z.int() }),
    }),
    designs: z.array(z.strictObject({ id: z.string().check(z.regex(/^gid_\d+$/)), name: text, url: text })),
    amount_images: z.array(z.unknown()),
  }),
  terms: z.strictObject({ url: z.nullable(text), html: z.nullable(text) }),
};

const quantity = z.strictObject({ minimum: z.int(), maximum: z.int() });
const orderFee = z.strictObject({ order_fee: minor });
const fixedPricing = z.strictObject({ type: z.literal('fixed') });

const option = {
  object: z.literal('product_option'),
  name: text,
  description: z.nullable(text),
  active: z.boolean(),
  images,
  amount: minor,
  quantity,
  availability: z.strictObject({ limited: z.boolean(), in_stock: z.boolean(), remaining: z.nullable(z.int()) }),
};

const valueProduct = z.strictObject({
  id: z.literal('gift_card_value'),
  type: z.literal('gift_card'),
  ...common,
  validity: monthsValidity,
  fee_basis: z.literal('per_line'),
  pricing: z.strictObject({ type: z.literal('variable'), minimum_amount: minor, maximum_amount: minor }),
  quantity,
  fees: orderFee,
  promotions: z.array(
    z.strictObject({
      id: z.int(),
      name: text,
      kind: z.enum(['added-value', 'reduced-price']),
      value: z.number(),
      amount_from: minor,
      amount_to: minor,
    }),
  ),
});

const experience = z.strictObject({
  id: z.string().check(z.regex(/^gcv_\d+$/)),
  type: z.literal('gift_card_variant'),
  ...common,
  formalities: z.nullable(text),
  validity: monthsValidity,
  fee_basis: z.literal('per_line'),
  pricing: fixedPricing,
  options: z.array(z.strictObject({ id: z.string().check(z.regex(/^gcvo_\d+$/)), ...option, fees: orderFee })),
});

const specialOffer = z.strictObject({
  id: z.string().check(z.regex(/^so_\d+$/)),
  type: z.literal('special_offer'),
  ...common,
  formalities: z.nullable(text),
  validity: monthsValidity,
  fee_basis: z.literal('per_line'),
  pricing: fixedPricing,
  options: z.array(
    z.strictObject({
      id: z.string().check(z.regex(/^sov_\d+$/)),
      ...option,
      fees: orderFee,
      regular_amount: z.nullable(minor),
      discount_percent: z.nullable(z.int()),
      redemption_value: minor,
    }),
  ),
});

const eventBlock = z.strictObject({
  starts_at: z.nullable(timestamp),
  ends_at: z.nullable(timestamp),
  date_precision: z.enum(['date', 'date_time', 'date_time_range', 'date_range']),
  tagline: z.nullable(text),
  venue: z.nullable(z.strictObject({ name: text, address: text, postcode: text })),
  grouped_tickets: z.boolean(),
  comment: z.strictObject({ available: z.boolean(), label: text, max_length: z.int() }),
  requires: z.strictObject({ phone: z.boolean(), company: z.boolean() }),
  capacity_mode: z.enum(['per_ticket', 'per_order']),
  tickets_per_event: z.nullable(z.int()),
  add_ons_sold_alone: z.boolean(),
  collection_points: z.array(
    z.strictObject({
      id: z.string().check(z.regex(/^epp_\d+$/)),
      object: z.literal('collection_point'),
      name: text,
      address: text,
      city: text,
    }),
  ),
});

const event = z.strictObject({
  id: z.string().check(z.regex(/^evt_\d+$/)),
  type: z.literal('event_ticket'),
  ...common,
  validity: fixedValidity,
  fee_basis: z.literal('per_ticket'),
  pricing: fixedPricing,
  options: z.array(
    z.strictObject({
      id: z.string().check(z.regex(/^evto_\d+$/)),
      ...option,
      fees: z.strictObject({ ticket_fee: minor }),
      requires: z.strictObject({ code: z.boolean(), address: z.boolean(), collection_point: z.boolean() }),
      add_on: z.boolean(),
    }),
  ),
  event: eventBlock,
});

const product = z.discriminatedUnion('type', [valueProduct, experience, event, specialOffer]);

export const catalogReplies = {
  Product: product,
  ProductList: z.strictObject({
    object: z.literal('list'),
    data: z.array(product),
    has_more: z.boolean(),
    next_cursor: z.nullable(z.string()),
  }),
  PickupPointList: z.strictObject({
    object: z.literal('list'),
    data: z.array(pickupPointReply),
    has_more: z.literal(false),
    next_cursor: z.null(),
  }),
};
