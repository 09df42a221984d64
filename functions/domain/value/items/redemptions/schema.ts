import * as z from 'zod/mini';
import { invalid, invalidFields, type FieldErrors } from '../../../../platform/errors.ts';
import { lazy } from '../../../../platform/lazy.ts';
import { CODE_MAX_LENGTH } from '../../../catalog/codes/rules.ts';
import { locationText, PIECES_MAX, positiveDecimal, referenceText } from '../schema.ts';
import { upTo } from '../../../../platform/length-between.ts';

export const SOURCES_MAX = 10;
const NOTE_MAX = 500;
const EXPIRES_DEFAULT = 900;

/** Body of POST /v2/redemptions. */
export const redemptionBody = lazy(() =>
  z.strictObject({
    sources: z
      .array(
        z.strictObject({
          code: z.string().check(z.minLength(1), upTo(CODE_MAX_LENGTH)),
          amount: z.optional(
            positiveDecimal().check(z.describe('Amount to take from this item, a decimal in the currency.')),
          ),
          number: z.optional(
            z.int().check(z.gte(1), z.lte(PIECES_MAX), z.describe('Number of pieces to take from this item.')),
          ),
        }),
      )
      .check(z.minLength(1), z.maxLength(SOURCES_MAX)),
    amount: z.optional(positiveDecimal().check(z.describe('The amount to cover, a decimal in the currency.'))),
    capture: z._default(z.boolean().check(z.describe('Whether the value is taken immediately; false holds it.')), true),
    partial: z._default(
      z.boolean().check(z.describe('Whether to take what is available when the amount is not covered.')),
      false,
    ),
    allocation: z._default(z.enum(['as_sent', 'expiry_first']), 'as_sent'),
    expires_in_seconds: z.optional(z.int().check(z.gte(60), z.lte(604_800))),
    reference: referenceText(),
    location: locationText(),
    note: z.optional(z.nullable(z.string().check(upTo(NOTE_MAX)))),
  }),
);

/** Body of requests to capture or refund a redemption. */
export const redemptionAmountBody = lazy(() => z.strictObject({ amount: z.optional(positiveDecimal()) }));

export type RedemptionInput = z.output<ReturnType<typeof redemptionBody>>;

/**
 * Duration of a hold in seconds; undefined for an immediate capture. Throws 422 when the body has members that exclude
 * each other.
 */
export const holdSeconds = (input: RedemptionInput): number | undefined => {
  const faults: FieldErrors = {};
  for (const [index, source] of input.sources.entries()) {
    if (source.number === undefined) continue;
    if (input.amount !== undefined)
      faults[`sources.${index}`] = ['A number cannot be combined with the amount to cover.'];
    if (source.amount !== undefined) faults[`sources.${index}.number`] = ['Send an amount or a number, not both.'];
  }
  if (Object.keys(faults).length > 0) throw invalidFields(faults);
  if (!input.capture) return input.expires_in_seconds ?? EXPIRES_DEFAULT;
  if (input.expires_in_seconds !== undefined) {
    throw invalid('expires_in_seconds', 'Only a redemption with capture false takes a time of expiry.');
  }
  return undefined;
};
