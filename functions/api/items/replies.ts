import * as z from 'zod/mini';
import { LEDGER_KINDS } from '../../domain/value/items/rows.ts';
import { outsideText } from '../../pipeline/shapes.ts';

/**
 * Shapes of item responses (lib/reference/items.md#the-item-object). Amounts are decimals
 * (lib/reference/requests.md#money).
 */

const text = z.string();
const textOrNull = z.nullable(text);
const outsideOrNull = z.nullable(outsideText());
const decimal = z.number();
const whole = z.int();
const localTime = z.string().check(z.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/));

const statusMembers = { status: z.literal([3, 4, 5, 6, 10]), status_name: text };

const summaryMembers = {
  id: text,
  code: text,
  order_id: text,
  group_code: text,
  item_type_identification: text,
  ...statusMembers,
  amount: decimal,
  remaining_amount: decimal,
  remaining_pieces: whole,
  held_amount: decimal,
  held_pieces: whole,
  available_amount: decimal,
  available_pieces: whole,
  blocked: z.nullable(
    z.strictObject({ reason: textOrNull, at: text.check(z.describe('When it was blocked, RFC 3339.')) }),
  ),
  replaces: textOrNull,
  replaced_by: textOrNull,
  currency: text,
  available_claim: z.boolean(),
  available_piece_claim: z.boolean(),
  available_amount_claim: z.boolean(),
  available_group_claim: z.boolean(),
  available_cancel: z.boolean(),
  available_discard: z.boolean(),
  speed_claim: z.boolean(),
  available_refund: z.boolean(),
  available_piece_refund: z.boolean(),
  available_amount_refund: z.boolean(),
  claim_error: textOrNull,
  refund_error: textOrNull,
  validity: localTime,
};

const ItemSummary = z.strictObject(summaryMembers);

const Item = z.strictObject({
  ...summaryMembers,
  item_type: text,
  item_title: text,
  event_title: textOrNull,
  ticket_title: textOrNull,
  item_info: text,
  variant_description: textOrNull,
  is_token: z.boolean(),
  vat: decimal,
  vat_value: decimal,
  company_name: text,
  sender_name: outsideOrNull,
  sender_email: outsideOrNull,
  sender_phone: outsideOrNull,
  sender_company_use: z.boolean(),
  sender_company_name: outsideOrNull,
  sender_company_address: outsideOrNull,
  sender_company_city: outsideOrNull,
  sender_company_postcode: outsideOrNull,
  sender_company_country: outsideOrNull,
  reciever_name: outsideOrNull,
  reciever_email: outsideOrNull,
  reciever_phone: outsideOrNull,
  created_at: localTime,
  language: text,
  delayed_deliver: z.boolean(),
  deliver_at: z.nullable(localTime),
  delivered_at: z.nullable(localTime),
  delivered_to_post_at: z.nullable(localTime),
  greetings_text: outsideOrNull,
  image: textOrNull,
  channel: text,
  api_receipt_text: text,
  claim_url: text,
  pdf_short_url: text,
});

const listOf = <T extends z.ZodMiniType>(row: T) => ({
  object: z.literal('list'),
  data: z.array(row),
  has_more: z.boolean(),
  next_cursor: textOrNull,
});

const operationMembers = { info: text, message: text };
const remainingMembers = { remaining_value: decimal, remaining_number: whole };

const actor = z.strictObject({ key_id: textOrNull, user: textOrNull, company: textOrNull, system: textOrNull });

const HistoryEntry = z.strictObject({
  transaction_id: text,
  sequence: whole,
  kind: z.enum(LEDGER_KINDS),
  amount: decimal,
  pieces: whole,
  remaining_amount: decimal,
  remaining_pieces: whole,
  currency: text,
  ...statusMembers,
  note: outsideOrNull,
  reference: outsideOrNull,
  location: outsideOrNull,
  redemption_id: textOrNull,
  paid_order_id: textOrNull,
  by: actor,
  request_guid: text,
  occurred_at: text,
  hash: text,
  previous_hash: text,
});

const Promotion = z.strictObject({
  id: whole,
  name: text,
  modification: z.enum(['added-value', 'reduced-price']),
  amount_from: z.nullable(decimal),
  amount_to: z.nullable(decimal),
  reduced_price: z.nullable(decimal),
  added_value: z.nullable(decimal),
});

const IssuedItem = z.strictObject({
  code: text,
  order_id: text,
  item_type_identification: text,
  amount: decimal,
  currency: text,
  remaining_amount: decimal,
  ...statusMembers,
  validity: localTime,
  reciever_name: outsideOrNull,
  reciever_email: outsideOrNull,
  claim_url: text,
  pdf_short_url: text,
});

export const itemReplies = {
  Item,
  ItemList: z.strictObject(listOf(ItemSummary)),
  ItemHistory: z.strictObject({
    ...listOf(HistoryEntry),
    balance: z.nullable(
      z.strictObject({
        as_of: text,
        remaining_amount: decimal,
        remaining_pieces: whole,
        ...statusMembers,
      }),
    ),
    actions: z.array(
      z.strictObject({
        action: z.literal('resend'),
        email: outsideText(),
        by: actor,
        request_guid: text,
        occurred_at: text,
      }),
    ),
  }),
  PromotionList: z.strictObject(listOf(Promotion)),
  ClaimResult: z.strictObject({
    ...operationMembers,
    ...remainingMembers,
    partly_claimed: z.boolean(),
    claimed_amount: z.optional(decimal),
  }),
  ItemRefundResult: z.strictObject({
    ...operationMembers,
    ...remainingMembers,
    partly_refunded: z.boolean(),
    refunded_amount: z.optional(decimal),
  }),
  ItemOperationResult: z.strictObject(operationMembers),
  ActivationResult: z.strictObject({ message: text, amount: decimal, validity: localTime }),
  IssuedItems: z.strictObject({ items: z.array(IssuedItem), itemsCount: whole, order_id: text }),
  CaptureResult: z.strictObject({ order_id: text, message: text }),
};
