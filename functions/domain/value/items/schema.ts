import { emailSchema } from '../../../platform/email-address.ts';
import * as z from 'zod/mini';
import { invalid } from '../../../platform/errors.ts';
import { itemChanges } from '../../../platform/messages/item-changes.ts';
import { issueText, withErrorText } from '../../../platform/messages/error-text.ts';
import { lazy } from '../../../platform/lazy.ts';
import { unprintableFault } from '../../../platform/printable.ts';
import { visibleOrNull } from '../../../platform/visible.ts';
import { parseDate } from '../../../platform/zones.ts';
import { legible } from '../../../platform/legible.ts';
import type { RequestedPortion } from './amount.ts';
import type { ClaimContext } from './rows.ts';
import { upTo } from '../../../platform/length-between.ts';

/** A decimal above 0, as JSON number; its decimals are checked with the currency (lib/reference/requests.md#money). */
export const positiveDecimal = lazy(() => z.number().check(z.gt(0)));

/** The limits in lib/reference/limits.md#items. */
const NOTE_MAX = 1000;
const TEXT_MAX = 255;
const note = lazy(() => z.optional(z.nullable(z.string().check(upTo(NOTE_MAX)))));

/** Rejects letters that cannot be printed, so that no card shows replacement characters. */
export const printable: z.core.CheckFn<string> = (context) => {
  const message = unprintableFault(context.value);
  if (message !== undefined) context.issues.push({ code: 'custom', input: context.value, message: issueText(message) });
};
const text = lazy(() => z.optional(z.string().check(upTo(TEXT_MAX), printable)));

/** Body of requests to claim an item or to refund a claim (lib/reference/items.md#redemption). */
export const portionBody = lazy(() =>
  z.strictObject({
    type: z.enum(['all', 'amount', 'piece']),
    amount: z.optional(positiveDecimal().check(z.describe('Amount, a decimal in the currency; with type `amount`.'))),
    number: z.optional(z.int().check(z.gte(1), z.describe('Number of pieces; with type `piece`.'))),
    claim_note: note(),
  }),
);

const REFERENCE_MAX = 100;
const LOCATION_MAX = 60;

/** Data that a till records with a claim or redemption. */
export const referenceText = lazy(() =>
  z.optional(
    z.nullable(z.string().check(upTo(REFERENCE_MAX), z.describe('Your own reference, such as a receipt number.'))),
  ),
);
export const locationText = lazy(() =>
  z.optional(z.nullable(z.string().check(upTo(LOCATION_MAX), z.describe('Where it was redeemed.')))),
);

/** Body of requests to claim an item. */
export const claimBody = lazy(() => z.extend(portionBody(), { reference: referenceText(), location: locationText() }));

/** Body of requests to activate a code. */
export const activateBody = lazy(() => z.strictObject({ amount: z.optional(positiveDecimal()) }));

const REASON_MAX = 200;
const reasonText = lazy(() => z.optional(z.nullable(z.string().check(upTo(REASON_MAX)))));

/** Body of requests to block or unblock an item. */
export const reasonBody = lazy(() => z.strictObject({ reason: reasonText() }));

export const existingDate = lazy(() =>
  z.string().check(
    z.refine((value) => parseDate(value) !== undefined, withErrorText(itemChanges('date_malformed'))),
    z.describe('Last day of validity, YYYY-MM-DD, in the time zone of the company.'),
  ),
);

/** Body of requests to extend the validity of an item. */
export const extendBody = lazy(() => z.strictObject({ validity: existingDate(), reason: reasonText() }));

/** Body of requests to adjust the value of a card. */
export const adjustBody = lazy(() =>
  z.strictObject({
    amount: z.number().check(
      z.refine((value) => value !== 0, 'This must not be 0.'),
      z.describe('Amount, a decimal in the currency: above 0 to raise the value, below 0 to lower it.'),
    ),
    reason: z.string().check(z.trim(), z.minLength(1), upTo(REASON_MAX), legible),
  }),
);

/** Body of requests to replace an item. */
export const replaceBody = lazy(() => z.strictObject({ email: z.optional(emailSchema()), reason: reasonText() }));

/** Body of requests to resend an item. */
export const resendBody = lazy(() => z.strictObject({ email: emailSchema() }));

/** Body of requests to claim all items of an order. */
export const claimOrderBody = lazy(() => z.strictObject({ group_code: z.optional(z.nullable(z.string())) }));

export const PIECES_MAX = 1000;

/** Body of POST /v2/items. */
export const issueBody = lazy(() =>
  z.strictObject({
    amount: positiveDecimal().check(z.describe('Value of each card, a decimal in the currency.')),
    piece: z._default(z.int().check(z.gte(1), z.lte(PIECES_MAX), z.describe('Number of cards.')), 1),
    receiver_name: text(),
    receiver_email: z.optional(emailSchema()),
    sender_name: text(),
    sender_email: z.optional(emailSchema()),
    promotion_id: z.optional(z.int()),
    validity: z.optional(existingDate()),
    sdh_product_id: z.optional(z.union([z.string().check(upTo(TEXT_MAX)), z.int()])),
    capture: z._default(z.boolean(), true),
  }),
);

export type PortionInput = z.output<ReturnType<typeof portionBody>> & Pick<ClaimInput, 'reference' | 'location'>;
type ClaimInput = z.output<ReturnType<typeof claimBody>>;
export type IssueInput = z.output<ReturnType<typeof issueBody>>;

/** The texts that are recorded with a claim; undefined when none was sent. */
export const contextFrom = (input: Partial<Pick<ClaimInput, 'reference' | 'location'>>): ClaimContext | undefined => {
  const reference = visibleOrNull(input.reference);
  const location = visibleOrNull(input.location);
  const context = { ...(reference ? { reference } : {}), ...(location ? { location } : {}) };
  return Object.keys(context).length === 0 ? undefined : context;
};

/**
 * The portion in a body. A member that does not belong to the portion's type is rejected, because it may be a mistake.
 */
export const portionFrom = (body: PortionInput): RequestedPortion => {
  const claimNote = body.claim_note ?? null;
  if (body.type !== 'amount' && body.amount !== undefined) {
    throw invalid('amount', itemChanges('amount_not_taken'));
  }
  if (body.type !== 'piece' && body.number !== undefined) {
    throw invalid('number', itemChanges('pieces_not_taken'));
  }
  const notes = { note: claimNote, context: contextFrom(body) };
  if (body.type === 'all') return { type: 'all', ...notes };
  if (body.type === 'amount') {
    if (body.amount === undefined) throw invalid('amount', itemChanges('claim_amount_missing'));
    return { type: 'amount', amount: body.amount, ...notes };
  }
  if (body.number === undefined) throw invalid('number', itemChanges('claim_pieces_missing'));
  return { type: 'piece', number: body.number, ...notes };
};
