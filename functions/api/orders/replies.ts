import * as z from 'zod/mini';
import { ORDER_STATUSES, PAYMENT_STATUSES } from '../../domain/checkout/orders/list-filter.ts';
import { outsideText } from '../../pipeline/shapes.ts';

const timestamp = z.iso.datetime({ offset: true });
const moment = z.nullable(timestamp);
const minor = z.int();
const pdfLink = z.strictObject({ url: z.string(), mime: z.literal('application/pdf') });

export const amountsReply = z.strictObject({
  currency: z.string(),
  subtotal: minor,
  discount: minor,
  fees: minor,
  shipping: minor,
  tax: minor,
  included_vat: z.array(z.strictObject({ rate: z.number(), base: minor, vat: minor })),
  total: minor,
});

const lineReply = z.strictObject({
  id: z.string().check(z.regex(/^poli_[0-9a-f]{32}$/)),
  object: z.literal('line_item'),
  product_id: z.string(),
  product_option_id: z.nullable(z.string()),
  name: z.string(),
  amount: minor,
  quantity: z.int(),
  fees: minor,
  subtotal: minor,
  discount: minor,
  vat: minor,
  issued_count: z.int(),
  pdf: z.optional(pdfLink),
  gift_card_pdf: z.optional(z.nullable(pdfLink)),
});

const paymentReply = z.strictObject({
  status: z.enum(PAYMENT_STATUSES),
  method: z.nullable(
    z.strictObject({ type: z.string(), brand: z.optional(z.string()), last4: z.optional(z.string()) }),
  ),
  captured_amount: minor,
  refunded_amount: minor,
  authorized_at: moment,
  captured_at: moment,
  settlement: z.nullable(
    z.strictObject({ mode: z.string(), external_reference: outsideText(), settled_at: timestamp }),
  ),
  due: minor,
  gift_cards: z.array(
    z.strictObject({
      id: z.string().check(z.regex(/^ogc_[0-9a-f]{32}$/)),
      item_id: z.string(),
      code_last4: z.string(),
      amount: minor,
      status: z.enum(['held', 'captured', 'released']),
      refunded_amount: minor,
    }),
  ),
  dispute: z.nullable(z.strictObject({ status: z.enum(['open', 'won', 'lost']), amount: minor, opened_at: timestamp })),
  returned_captures: z.array(
    z.strictObject({ amount: minor, currency: z.string(), captured_at: timestamp, refunded_at: moment }),
  ),
});

/** Members that every representation of an order has. Webhooks add only the method and the time of delivery. */
const publicMembers = {
  id: z.string().check(z.regex(/^po_[0-9a-f]{32}$/)),
  object: z.literal('order'),
  reference: z.string(),
  status: z.enum(ORDER_STATUSES),
  created_at: timestamp,
  client_reference: z.nullable(outsideText()),
  locale: z.nullable(z.string()),
  payment: paymentReply,
  fulfillment: z.strictObject({
    status: z.nullable(z.enum(['processing', 'fulfilled', 'failed'])),
    fulfilled_at: moment,
  }),
  amounts: amountsReply,
  line_items: z.array(lineReply),
  discount: z.nullable(z.strictObject({ code: outsideText(), percent: z.number() })),
  seller: z.strictObject({ name: z.string(), vat_number: z.nullable(z.string()) }),
  gift_card_pdf: z.optional(pdfLink),
};

const deliveryMethod = z.enum(['recipient_email', 'sender_email', 'postal']);
const addressText = z.optional(outsideText());
const address = z.looseObject({
  kind: z.enum(['private', 'company']),
  country: z.string(),
  name: addressText,
  company_name: addressText,
  street: addressText,
  postcode: addressText,
  city: addressText,
  email: addressText,
  phone: addressText,
});

const orderReply = z.strictObject({
  ...publicMembers,
  sender: z.strictObject({
    name: outsideText(),
    email: outsideText(),
    company: z.nullable(
      z.strictObject({
        name: outsideText(),
        vat_number: outsideText(),
        street: z.optional(outsideText()),
        postcode: z.optional(outsideText()),
        city: z.optional(outsideText()),
        country: z.optional(z.string()),
      }),
    ),
  }),
  recipient: z.nullable(z.strictObject({ name: outsideText(), email: outsideText() })),
  greeting: z.strictObject({
    message: z.nullable(outsideText()),
    image: z.strictObject({ source: z.enum(['none', 'design', 'upload']), design_id: z.optional(z.string()) }),
  }),
  delivery: z.strictObject({
    method: deliveryMethod,
    send_at: z.nullable(z.string()),
    address: z.nullable(address),
    pickup_point_id: z.nullable(z.string()),
    shipping_priority: z.nullable(z.string()),
  }),
  marketing_consent: z.nullable(
    z.strictObject({
      granted: z.boolean(),
      source: z.string(),
      consent_text: z.optional(outsideText()),
      consent_text_version: z.optional(outsideText()),
    }),
  ),
  return_url: z.nullable(z.string()),
  commission: z.optional(
    z.nullable(z.strictObject({ percent: z.number(), base: minor, amount: minor, refunded: minor })),
  ),
});

/** The order in a webhook, without personal data such as the buyer, recipient, greeting and postal address. */
export const webhookOrderReply = z.strictObject({
  ...publicMembers,
  delivery: z.strictObject({ method: deliveryMethod, send_at: z.nullable(z.string()) }),
});

const actor = z.strictObject({
  key_id: z.nullable(z.string()),
  user: z.nullable(z.string()),
  company: z.nullable(z.string()),
  system: z.nullable(z.string()),
});

const orderEvent = z.strictObject({
  id: z.string().check(z.regex(/^evt_[0-9a-f]{32}$/)),
  object: z.literal('order_event'),
  type: z.string(),
  sequence: z.int(),
  occurred_at: timestamp,
  status: z.enum(ORDER_STATUSES),
  payment: z.strictObject({ status: z.enum(PAYMENT_STATUSES), captured: minor, refunded: minor }),
  fulfillment: z.strictObject({ status: z.nullable(z.enum(['processing', 'fulfilled', 'failed'])) }),
  by: actor,
});

export const orderReplies = {
  OrderEventList: z.strictObject({
    object: z.literal('list'),
    data: z.array(orderEvent),
    has_more: z.boolean(),
    next_cursor: z.nullable(z.string()),
  }),
  Order: orderReply,
  OrderList: z.strictObject({
    object: z.literal('list'),
    data: z.array(orderReply),
    has_more: z.boolean(),
    next_cursor: z.nullable(z.string()),
  }),
  CheckoutSession: z.strictObject({
    id: z.string().check(z.regex(/^cs_[0-9a-f]{32}$/)),
    object: z.literal('checkout_session'),
    url: z.string(),
    expires_at: timestamp,
    order: orderReply,
  }),
  Refund: z.strictObject({
    object: z.literal('refund'),
    order_id: z.string(),
    amount: minor,
    refunded: minor,
    refundable: minor,
    currency: z.string(),
    payment: z.strictObject({ status: z.enum(PAYMENT_STATUSES) }),
    gateway_amount: minor,
    gift_cards: z.array(z.strictObject({ item_id: z.string(), amount: minor, given_back: z.boolean() })),
  }),
};
