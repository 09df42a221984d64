import * as z from 'zod/mini';
import { DISCOUNT_SETTINGS } from '../../domain/administration/code-batches/schema.ts';
import { CAMPAIGN_WORDS, WINDOW_WORDS } from '../../domain/administration/code-batches/words.ts';
import { namedMembers } from '../../platform/named-members.ts';

/** Query of GET /v2/campaigns and GET /v2/discount-codes. */
export const pageQuery = z.object({ limit: z.optional(z.string()), starting_after: z.optional(z.string()) });

/** Accepts members of operator data, which the domain validates. `properties` describes them. */
const entrySchema = (properties: Record<string, object>) =>
  namedMembers(z.unknown()).check(z.meta({ additionalProperties: false, properties }));

const minor = { type: ['integer', 'null'], minimum: 0 };
const moment = { type: ['string', 'null'], format: 'date-time' };
/** Null restores the default. */
const flag = { type: ['boolean', 'null'], default: true };

const CAMPAIGN = {
  name: { type: 'string', maxLength: 500 },
  applies_to: {
    anyOf: [
      { const: 'gift_card' },
      {
        type: 'object',
        properties: { experience: { type: 'integer', minimum: 1 } },
        required: ['experience'],
        additionalProperties: false,
      },
    ],
  },
  kind: { enum: ['added-value', 'reduced-price'] },
  value: { type: 'number', minimum: 0, maximum: 1000 },
  amount_from: { ...minor, description: CAMPAIGN_WORDS.amount_from },
  amount_to: { ...minor, description: CAMPAIGN_WORDS.amount_to },
  opens_at: { ...moment, description: WINDOW_WORDS.opens_at },
  closes_at: { ...moment, description: WINDOW_WORDS.closes_at },
  enabled: { ...flag, description: WINDOW_WORDS.enabled },
  public: flag,
  fixed_amount: minor,
};

export const campaignBody = () => entrySchema({ id: { type: 'integer', minimum: 1 }, ...CAMPAIGN });
/** The id is not described, because it cannot change. */
export const campaignPatch = () => entrySchema(CAMPAIGN);

const LIMITED_SETTINGS = { ...DISCOUNT_SETTINGS, max_uses: { type: ['integer', 'null'], minimum: 0 } };

export const discountCodeBody = () =>
  entrySchema({ code: { type: 'string', minLength: 5, maxLength: 25 }, ...LIMITED_SETTINGS });
/** The code is not described, because it cannot change. */
export const discountCodePatch = () => entrySchema(LIMITED_SETTINGS);
