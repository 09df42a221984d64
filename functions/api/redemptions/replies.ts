import * as z from 'zod/mini';
import { REDEMPTION_STATUSES } from '../../domain/value/items/redemptions/rules.ts';
import { outsideText } from '../../pipeline/shapes.ts';

/** Shapes of redemptions. Amounts are decimals in the currency. */

const text = z.string();
const textOrNull = z.nullable(text);
const decimal = z.number();

const actor = z.strictObject({ key_id: textOrNull, user: textOrNull, company: textOrNull, system: textOrNull });

const Redemption = z.strictObject({
  id: text,
  object: z.literal('redemption'),
  status: z.enum(REDEMPTION_STATUSES),
  currency: text,
  amount: decimal,
  captured_amount: decimal,
  refunded_amount: decimal,
  outstanding: decimal,
  sources: z.array(
    z.strictObject({
      item_id: text,
      code: text,
      item_type_identification: text,
      amount: decimal,
      number: z.nullable(z.int()),
      captured_amount: decimal,
      refunded_amount: decimal,
      remaining_after: decimal,
    }),
  ),
  reference: z.nullable(outsideText()),
  location: z.nullable(outsideText()),
  note: z.nullable(outsideText()),
  order_id: textOrNull,
  expires_at: textOrNull,
  created_at: text,
  by: actor,
});

export const redemptionReplies = {
  Redemption,
  RedemptionList: z.strictObject({
    object: z.literal('list'),
    data: z.array(Redemption),
    has_more: z.boolean(),
    next_cursor: textOrNull,
  }),
};
