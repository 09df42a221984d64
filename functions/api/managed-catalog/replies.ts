import * as z from 'zod/mini';
import { WITHHELD_REASONS } from '../../domain/catalog/products/rules.ts';
import { VAT_TREATMENTS } from '../../domain/company/settings/vat-treatments.ts';
import { listOf } from '../../pipeline/shapes.ts';

const minor = z.int().check(z.gte(0));
const text = z.nullable(z.string());
const moment = z.nullable(z.string());
const images = z.array(z.strictObject({ url: z.string(), role: z.enum(['product', 'option']) }));
const categories = z.array(z.int()).check(z.describe('Numbers of the categories of the product.'));
const quantity = z.strictObject({ minimum: z.int(), maximum: z.nullable(z.int()) });

const vatMembers = {
  vat_treatment: z.nullable(z.enum(VAT_TREATMENTS)),
  vat_percent: z.nullable(z.number()),
};

const option = {
  option_id: z.string(),
  id: z.int(),
  name: z.string(),
  description: text,
  amount: minor,
  active: z.boolean(),
  images,
  quantity,
  publish_stock: z.boolean(),
  on_sale: z.nullable(z.boolean()),
};

const product = {
  object: z.literal('managed_product'),
  id: z.int(),
  name: z.string(),
  description: text,
  categories,
  images,
  ...vatMembers,
  active: z.boolean(),
  public: z.boolean(),
  published: z.boolean(),
  withheld: z.array(z.enum(WITHHELD_REASONS)),
};

const experience = z.strictObject({
  ...product,
  product_id: z.string().check(z.regex(/^gcv_\d+$/)),
  formalities: text,
  kind: z.string(),
  published_from: moment,
  published_until: moment,
  company_required: z.boolean(),
  order_fee: minor,
  validity_months: z.int(),
  options: z.array(z.strictObject({ ...option, stock: z.nullable(z.int()) })),
});

const event = z.strictObject({
  ...product,
  product_id: z.string().check(z.regex(/^evt_\d+$/)),
  slug: z.string(),
  tagline: text,
  online: z.boolean(),
  starts_at: moment,
  ends_at: moment,
  date_precision: z.enum(['date', 'date_time', 'date_time_range', 'date_range']),
  opens_at: moment,
  closes_at: moment,
  venue: z.nullable(z.strictObject({ name: z.string(), address: z.string(), postcode: z.string() })),
  grouped_tickets: z.boolean(),
  comment: z.strictObject({ available: z.boolean(), label: z.string(), max_length: z.int() }),
  requires: z.strictObject({ phone: z.boolean(), company: z.boolean() }),
  capacity_mode: z.enum(['per_ticket', 'per_order']),
  tickets_per_event: z.nullable(z.int()),
  seats: z.nullable(z.int()),
  add_ons_sold_alone: z.boolean(),
  collection_points: z.array(z.strictObject({ id: z.int(), name: z.string(), address: z.string(), city: z.string() })),
  options: z.array(
    z.strictObject({
      ...option,
      stock: z.nullable(z.int()),
      ticket_fee: minor,
      ...vatMembers,
      add_on: z.boolean(),
      requires: z.strictObject({ code: z.boolean(), address: z.boolean(), collection_point: z.boolean() }),
    }),
  ),
});

const specialOffer = z.strictObject({
  ...product,
  product_id: z.string().check(z.regex(/^so_\d+$/)),
  formalities: text,
  available_until: moment,
  order_fee: minor,
  company_required: z.boolean(),
  validity_months: z.int(),
  options: z.array(
    z.strictObject({ ...option, stock: z.int(), regular_amount: z.nullable(minor), redeem_at_regular: z.boolean() }),
  ),
});

const managedProduct = z.union([experience, event, specialOffer]);

export const managedCatalogReplies = {
  ManagedProduct: managedProduct,
  ManagedProductList: listOf(managedProduct),
  ManagedGiftCard: z.strictObject({
    object: z.literal('managed_product'),
    product_id: z.literal('gift_card_value'),
    name: z.string(),
    description: text,
    minimum_amount: minor,
    maximum_amount: minor,
    quantity,
    order_fee: minor,
    validity_months: z.int(),
    ...vatMembers,
    images,
    categories,
    published: z.boolean(),
    withheld: z.array(z.enum(WITHHELD_REASONS)),
  }),
  Categories: z.strictObject({
    categories: z
      .array(z.strictObject({ id: z.int(), name: z.string() }))
      .check(z.describe('All categories of the company.')),
  }),
  EventCancellation: z.strictObject({
    object: z.literal('event_cancellation'),
    id: z.string().check(z.regex(/^evc_[0-9a-f]{32}$/)),
    status: z.enum(['running', 'finished']),
    orders: z.int(),
    refunded_orders: z.int(),
    failed_orders: z.int(),
    refunded_amount: minor,
    failures: z.array(z.strictObject({ order_id: z.string(), code: z.string(), message: z.string() })),
  }),
  Stock: z.strictObject({
    object: z.literal('stock'),
    option_id: z.string(),
    limited: z.boolean(),
    remaining: z.nullable(z.int()),
    held: z.int(),
    sold: z.int(),
    on_sale: z.boolean(),
  }),
};
