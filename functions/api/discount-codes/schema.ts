import * as z from 'zod/mini';
import { PREFIX_MAX } from '../../domain/administration/code-batches/limits.ts';
import { codeCount, DISCOUNT_SETTINGS } from '../campaigns/schema.ts';

/** `count` and `prefix`; the other members are those of a discount code, which the domain checks. */
export const discountBatchBody = () =>
  z
    .catchall(
      z.object({
        count: codeCount,
        prefix: z.optional(
          z
            .string()
            .check(
              z.maxLength(PREFIX_MAX),
              z.regex(/^[A-Za-z0-9_-]*$/, 'This takes letters, digits, hyphens and underscores.'),
            ),
        ),
      }),
      z.unknown(),
    )
    .check(z.meta({ additionalProperties: false, properties: PUBLISHED, required: ['count', 'percent'] }));

const PUBLISHED = {
  count: { type: 'integer', minimum: 1, maximum: 10_000 },
  prefix: { type: 'string', maxLength: PREFIX_MAX, pattern: '^[A-Za-z0-9_-]*$' },
  ...DISCOUNT_SETTINGS,
};
