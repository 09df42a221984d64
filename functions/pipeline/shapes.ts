import * as z from 'zod/mini';

/**
 * Shapes that several responses share. They are separate from the handlers, because documents and tools describe
 * responses without them.
 */

/** RFC 3339 with an offset. */
export const timestamp = z
  .string()
  .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/), z.describe('RFC 3339 with offset'));

export const zonedDateTime = z
  .string()
  .check(z.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/), z.describe("YYYY-MM-DD HH:MM:SS in the company's time zone"));

/**
 * Schemas of texts written by people outside the company: buyers, recipients, staff at a till. Code that passes a
 * response to a model separates these texts from the service's own.
 */
export const writtenOutside = z.registry<{ outside: true }>();

/** A text written by someone outside the company. */
export const outsideText = () => z.string().register(writtenOutside, { outside: true });

/** The list envelope (lib/reference/requests.md#lists). */
export const listOf = <T extends z.ZodMiniType>(entry: T) =>
  z.strictObject({
    object: z.literal('list'),
    data: z.array(entry),
    has_more: z.boolean(),
    next_cursor: z.nullable(z.string()),
  });
