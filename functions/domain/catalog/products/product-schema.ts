import * as z from 'zod/mini';
import {
  text,
  filledText,
  longText,
  slug,
  id,
  amount,
  eventDayField,
  momentField,
  optional,
  withDefault,
  flag,
  images,
  categoryIds,
  quantity,
  validityMonths,
  vatFields,
} from '../../company/settings/fields.ts';

/**
 * True if many concurrent buyers are expected: the stock is spread across shares. If absent, the stored value is kept,
 * initially false.
 */
const on_sale = optional(z.boolean());

export const experienceOption = z.strictObject({
  id,
  name: text,
  description: optional(longText),
  amount,
  active: flag(true),
  images,
  quantity,
  stock: optional(z.int().check(z.gte(0))),
  publish_stock: flag(false),
  on_sale,
});

export const experienceSchema = z.strictObject({
  company: slug,
  id,
  name: filledText,
  description: optional(longText),
  formalities: optional(longText),
  categories: categoryIds,
  images,
  active: flag(true),
  public: flag(true),
  kind: withDefault(text, 'orderable'),
  published_from: momentField,
  published_until: momentField,
  company_required: flag(false),
  order_fee: withDefault(amount, 0),
  validity_months: validityMonths(24),
  ...vatFields,
  options: z.array(experienceOption),
});

export const eventOption = z.strictObject({
  id,
  name: text,
  description: optional(longText),
  amount,
  active: flag(true),
  images,
  ticket_fee: withDefault(amount, 0),
  /** If absent, only the seats of the event limit the option. */
  stock: optional(z.int().check(z.gte(0))),
  publish_stock: flag(false),
  on_sale,
  add_on: flag(false),
  quantity,
  ...vatFields,
  requires: withDefault(z.strictObject({ code: flag(false), address: flag(false), collection_point: flag(false) }), {
    code: false,
    address: false,
    collection_point: false,
  }),
});

export const eventSchema = z.strictObject({
  company: slug,
  id,
  slug,
  name: filledText,
  description: optional(longText),
  /**
   * Tagline, venue and collection point are copied to every line of an order, whose size is limited
   * (lib/reference/limits.md#products).
   */
  tagline: optional(text),
  categories: categoryIds,
  images,
  active: flag(true),
  public: flag(true),
  online: flag(true),
  starts_at: eventDayField,
  ends_at: eventDayField,
  date_precision: withDefault(z.enum(['date', 'date_time', 'date_time_range', 'date_range']), 'date_time'),
  opens_at: momentField,
  closes_at: momentField,
  venue: optional(z.strictObject({ name: text, address: text, postcode: text })),
  grouped_tickets: flag(false),
  comment: withDefault(
    z.strictObject({
      available: z.boolean(),
      label: withDefault(text, ''),
      max_length: withDefault(z.int().check(z.gte(0), z.lte(2000)), 200),
    }),
    { available: false, label: '', max_length: 200 },
  ),
  requires: withDefault(z.strictObject({ phone: flag(false), company: flag(false) }), { phone: false, company: false }),
  capacity_mode: withDefault(z.enum(['per_ticket', 'per_order']), 'per_ticket'),
  tickets_per_event: z._default(z.nullable(z.int().check(z.gte(1))), null),
  seats: z._default(z.nullable(z.int().check(z.gte(0))), null),
  add_ons_sold_alone: flag(false),
  collection_points: withDefault(z.array(z.strictObject({ id, name: text, address: text, city: text })), []),
  ...vatFields,
  options: z.array(eventOption),
});

export const offerOption = z.strictObject({
  id,
  name: text,
  description: optional(longText),
  amount,
  images,
  regular_amount: optional(amount),
  redeem_at_regular: flag(false),
  active: flag(true),
  stock: z.int().check(z.gte(0)),
  publish_stock: flag(false),
  on_sale,
  quantity,
});

export const specialOfferSchema = z.strictObject({
  company: slug,
  id,
  name: filledText,
  description: optional(longText),
  formalities: optional(longText),
  categories: categoryIds,
  images,
  active: flag(true),
  public: flag(true),
  available_until: momentField,
  order_fee: withDefault(amount, 0),
  company_required: flag(false),
  validity_months: validityMonths(6),
  ...vatFields,
  options: z.array(offerOption),
});

export type Experience = z.output<typeof experienceSchema>;
export type EventProduct = z.output<typeof eventSchema>;
export type SpecialOffer = z.output<typeof specialOfferSchema>;
