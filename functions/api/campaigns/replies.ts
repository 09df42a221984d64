import * as z from 'zod/mini';
import { CAMPAIGN_WORDS, WINDOW_WORDS } from '../../domain/administration/code-batches/words.ts';
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
  amount_from: minor.check(z.describe(CAMPAIGN_WORDS.amount_from)),
  amount_to: minor.check(z.describe(CAMPAIGN_WORDS.amount_to)),
  opens_at: moment.check(z.describe(WINDOW_WORDS.opens_at)),
  closes_at: moment.check(z.describe(WINDOW_WORDS.closes_at)),
  enabled: z.boolean().check(z.describe(WINDOW_WORDS.enabled)),
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
  enabled: z.boolean().check(z.describe(WINDOW_WORDS.enabled)),
  opens_at: moment.check(z.describe(WINDOW_WORDS.opens_at)),
  closes_at: moment.check(z.describe(WINDOW_WORDS.closes_at)),
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
