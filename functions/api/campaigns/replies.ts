import * as z from 'zod/mini';
import { listOf } from '../../pipeline/shapes.ts';

const minor = z.nullable(z.int().check(z.gte(0)));
const moment = z.nullable(z.string());

const campaign = z.strictObject({
  object: z.literal('campaign'),
  id: z.int(),
  name: z.string(),
  applies_to: z.union([z.literal('gift_card'), z.strictObject({ experience: z.int() })]),
  kind: z.enum(['added-value', 'reduced-price']),
  value: z.number(),
  amount_from: minor,
  amount_to: minor,
  opens_at: moment,
  closes_at: moment,
  enabled: z.boolean(),
  public: z.boolean(),
  fixed_amount: minor,
  codes_count: z.int(),
  activated_count: z.int(),
});

const discountCode = z.strictObject({
  object: z.literal('discount_code'),
  code: z.string(),
  percent: z.number(),
  applies_to: z.enum(['goods', 'shipping']),
  enabled: z.boolean(),
  opens_at: moment,
  closes_at: moment,
  max_uses: z.nullable(z.int()),
  used: z.int(),
});

export const campaignReplies = {
  Campaign: campaign,
  CampaignList: listOf(campaign),
  DiscountCode: discountCode,
  DiscountCodeList: listOf(discountCode),
  CodeBatch: z.strictObject({
    object: z.literal('code_batch'),
    id: z.string().check(z.regex(/^cb_[0-9a-f]{32}$/)),
    count: z.int(),
    status: z.enum(['running', 'finished']),
  }),
};
