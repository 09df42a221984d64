import { withErrorText } from '../../../platform/messages/error-text.ts';
import { management } from '../../../platform/messages/management.ts';
import * as z from 'zod/mini';
import { PREFIX_MAX } from './limits.ts';
import { WINDOW_WORDS } from './words.ts';

const moment = { type: ['string', 'null'], format: 'date-time' };
/** Null means the default. */
const flag = { type: ['boolean', 'null'], default: true };

/** Members of a discount code except for the code itself. */
export const DISCOUNT_SETTINGS = {
  percent: { type: 'number', minimum: 0, maximum: 100 },
  applies_to: { type: ['string', 'null'], enum: ['goods', 'shipping', null], default: 'goods' },
  enabled: { ...flag, description: WINDOW_WORDS.enabled },
  opens_at: { ...moment, description: WINDOW_WORDS.opens_at },
  closes_at: { ...moment, description: WINDOW_WORDS.closes_at },
};

const CODES_MAX = 10_000;
const PREFIX = /^[A-Za-z0-9_-]*$/;

const codeCount = z.int().check(z.gte(1), z.lte(CODES_MAX));

/** Requires exactly one of `count` and `codes`. */
export const campaignCodesBody = () =>
  z
    .strictObject({
      count: z.optional(codeCount),
      codes: z.optional(z.array(z.string()).check(z.minLength(1), z.maxLength(CODES_MAX))),
    })
    .check(
      z.refine(({ count, codes }) => (count === undefined) !== (codes === undefined), {
        ...withErrorText(management('count_or_codes')),
        path: ['count'],
      }),
    );

/** Declares `count` and `prefix`. The other members are those of a discount code, and the domain checks them. */
export const discountBatchBody = () =>
  z
    .catchall(
      z.object({
        count: codeCount,
        prefix: z.optional(
          z.string().check(z.maxLength(PREFIX_MAX), z.regex(PREFIX, withErrorText(management('code_characters')))),
        ),
      }),
      z.unknown(),
    )
    .check(z.meta({ additionalProperties: false, properties: PUBLISHED, required: ['count', 'percent'] }));

const PUBLISHED = {
  count: { type: 'integer', minimum: 1, maximum: CODES_MAX },
  prefix: { type: 'string', maxLength: PREFIX_MAX, pattern: PREFIX.source },
  ...DISCOUNT_SETTINGS,
};
