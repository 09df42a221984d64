import * as z from 'zod/mini';
import { emailSchema } from '../../../platform/email-address.ts';
import { lazy } from '../../../platform/lazy.ts';
import { legible } from '../../../platform/legible.ts';
import { existingDate, PIECES_MAX, positiveDecimal, printable } from '../../value/items/schema.ts';
import { upTo } from '../../../platform/length-between.ts';

/** Kinds of items that no catalog contains (lib/reference/items.md#operator-issues). */
export const ISSUE_KINDS = ['ticket_coupon', 'special_voucher', 'benefit_deal'] as const;
export type IssueKind = (typeof ISSUE_KINDS)[number];

const TITLE_MAX = 120;
const NAME_MAX = 255;
const NOTE_MAX = 500;
const ID_MAX = 100;

const filledText = (max: number) => z.string().check(z.trim(), z.minLength(1), upTo(max));

/** Body of POST /v2/operator-issues. */
export const operatorIssueBody = lazy(() =>
  z.strictObject({
    kind: z.enum(ISSUE_KINDS),
    product_option_id: z.optional(
      filledText(ID_MAX).check(z.describe('Product option for which the items can be redeemed.')),
    ),
    title: filledText(TITLE_MAX).check(legible, printable, z.describe('Title that is printed on each item.')),
    amount: z.optional(
      positiveDecimal().check(
        z.describe('Value of each item, a decimal in the currency. Default: the price of the option, otherwise 0.'),
      ),
    ),
    quantity: z.int().check(z.gte(1), z.lte(PIECES_MAX), z.describe('Number of items.')),
    validity: z.optional(existingDate()),
    issued_to: z.optional(
      filledText(ID_MAX).check(
        z.describe('Slug of the company to which the items are issued; for benefit deals only.'),
      ),
    ),
    receiver_name: z.optional(z.string().check(upTo(NAME_MAX), printable)),
    receiver_email: z.optional(emailSchema()),
    note: z.optional(z.nullable(z.string().check(upTo(NOTE_MAX)))),
  }),
);

export type OperatorIssueInput = z.output<ReturnType<typeof operatorIssueBody>>;
