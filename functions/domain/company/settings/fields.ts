import { management } from '../../../platform/messages/management.ts';
import { withErrorText } from '../../../platform/messages/error-text.ts';
import { validation } from '../../../platform/messages/validation.ts';
import { legible } from '../../../platform/legible.ts';
import * as z from 'zod/mini';
import { isCountry } from '../../../platform/countries.ts';
import { isCurrency } from '../../../platform/currencies.ts';
import { parseTimestamp } from '../../../platform/timestamps.ts';
import { hasDayEverywhere } from '../../../platform/zones.ts';
import { VAT_TREATMENTS } from './vat-treatments.ts';
import { SLUG } from './slug.ts';
import { upTo } from '../../../platform/length-between.ts';

/** Member types that the parts of the operator data file share. Money is in the smallest currency unit. */

/** Names and labels; may be empty. */
export const text = z.string().check(upTo(500));
/** A required name. */
export const filledText = text.check(z.minLength(1, withErrorText(validation('empty'))), legible);
export const identifier = z.string().check(z.minLength(1), upTo(500));
/** Rejects characters that cannot be typed. Normalizes spaces and line breaks. */
const typeable = z.refine<string>(
  (given) => !/[^\P{Cc}\s]/u.test(given),
  withErrorText(validation('control_characters')),
);
export const campaignCode = identifier.check(legible, typeable);
export const discountCode = z.string().check(z.minLength(5), z.maxLength(25), legible, typeable);
export const longText = z.string().check(upTo(20_000));
export const slug = z.string().check(z.regex(SLUG, withErrorText(management('slug_malformed'))));
export const id = z.int().check(z.gte(1));
export const amount = z.int().check(z.gte(0), z.lte(9_999_999_999));
export const percentField = z.number().check(z.gte(0), z.lte(100));
export const country = z.string().check(
  z.regex(/^[A-Z]{2}$/, withErrorText(validation('country_code_malformed'))),
  z.refine((code) => !/^[A-Z]{2}$/.test(code) || isCountry(code), withErrorText(validation('country_unknown'))),
);
export const currency = z.string().check(
  z.regex(/^[A-Z]{3}$/, withErrorText(management('currency_code_malformed'))),
  z.refine((code) => !/^[A-Z]{3}$/.test(code) || isCurrency(code), withErrorText(management('currency_unknown'))),
);
export const webUrl = z
  .string()
  .check(z.regex(/^https?:\/\/[^\s]+$/, withErrorText(management('http_address_malformed'))));

/** A valid time; seconds are optional. Leap seconds are rejected because they cannot be compared. */
const isMoment = (text: string): boolean =>
  parseTimestamp(text.replace(/(?<=T\d\d:\d\d)(?=[Z+-])/i, ':00')) !== undefined && !Number.isNaN(Date.parse(text));

const offsetTimestamp = z
  .string()
  .check(z.refine(isMoment, 'This must be an existing moment, as an RFC 3339 timestamp with offset.'));
export const momentField = z._default(z.nullable(offsetTimestamp), null);
/**
 * The date of an event. Tickets are valid until the end of that day in the company's time zone, so the day must exist
 * in every zone.
 */
export const eventDayField = z._default(
  z.nullable(
    offsetTimestamp.check(
      z.refine(
        (text) => Number.isNaN(Date.parse(text)) || hasDayEverywhere(Date.parse(text)),
        'This is too late: somewhere the year 9999 is over by then.',
      ),
    ),
  ),
  null,
);
/** A member that may be absent or null; both mean the same. */
export const optional = <T extends z.ZodMiniType>(schema: T) =>
  z.optional(
    z.pipe(
      z.nullable(schema),
      z.transform((value) => value ?? undefined),
    ),
  );
/** A member with a default when absent or null. */
export const withDefault = <T extends z.ZodMiniType>(schema: T, byDefault: z.output<T>) =>
  z.pipe(
    z.optional(z.nullable(schema)),
    z.transform((value): z.output<T> => value ?? byDefault),
  );
export const flag = (byDefault: boolean) => withDefault(z.boolean(), byDefault);
const image = z.strictObject({ url: webUrl, role: withDefault(z.enum(['product', 'option']), 'product') });
export const images = withDefault(z.array(image), []);
export const categoryIds = withDefault(z.array(id), []).check(z.describe('Numbers of the categories of the product.'));

const MONTHS_MAX = 1200;
/**
 * A plausible number of months. With an unlimited number, the validity could end after the last valid date, and items
 * could be sold but not issued.
 */
export const months = (least: number) =>
  z
    .int()
    .check(z.gte(least), z.lte(MONTHS_MAX, withErrorText(management('months_above_maximum', { maximum: MONTHS_MAX }))));
export const validityMonths = (byDefault: number) => withDefault(months(1), byDefault);

/** Quantity bounds of one line; the maximum is 100 by default, and at most 1000. */
export const quantity = withDefault(
  z.strictObject({
    minimum: withDefault(z.int().check(z.gte(1)), 1),
    maximum: optional(z.int().check(z.gte(1))),
  }),
  { minimum: 1 },
);

/** VAT members of an option; absent members are inherited from the product or the company. */
export const vatFields = { vat_treatment: optional(z.enum(VAT_TREATMENTS)), vat_percent: optional(percentField) };
