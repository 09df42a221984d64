import * as z from 'zod/mini';
import {
  amount,
  campaignCode,
  discountCode,
  flag,
  id,
  optional,
  momentField,
  withDefault,
  percentField,
  slug,
  text,
} from './fields.ts';

export const campaignSchema = z.strictObject({
  company: slug,
  id,
  name: text,
  applies_to: z.union([z.literal('gift_card'), z.strictObject({ experience: id })]),
  kind: z.enum(['added-value', 'reduced-price']),
  /** Percent; at most 100 if it lowers the price. */
  value: z.number().check(z.gte(0), z.lte(1000)),
  amount_from: optional(amount),
  amount_to: optional(amount),
  opens_at: momentField,
  closes_at: momentField,
  enabled: flag(true),
  public: flag(true),
  fixed_amount: z._default(z.nullable(amount), null),
  codes: withDefault(z.array(campaignCode), []),
});

export const discountCodeSchema = z.strictObject({
  company: slug,
  code: discountCode,
  percent: percentField,
  applies_to: withDefault(z.enum(['goods', 'shipping']), 'goods'),
  enabled: flag(true),
  opens_at: momentField,
  closes_at: momentField,
  max_uses: z._default(z.nullable(z.int().check(z.gte(0))), null),
});

export type Campaign = z.output<typeof campaignSchema>;
export type DiscountCode = z.output<typeof discountCodeSchema>;
