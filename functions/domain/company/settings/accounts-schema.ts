import { catalog } from '../../../platform/messages/catalog.ts';
import { withErrorText } from '../../../platform/messages/error-text.ts';
import * as z from 'zod/mini';
import { optional, withDefault, percentField } from './fields.ts';

/** An account number in the company's bookkeeping. */
const account = z
  .string()
  .check(z.regex(/^[\p{L}\p{N}][\p{L}\p{N} ._/-]{0,19}$/u, withErrorText(catalog('account_malformed'))));

const byRate = withDefault(z.array(z.strictObject({ vat_rate: percentField, account })), []);

/** Accounts with a single number each. */
export const ACCOUNT_NAMES = [
  'gateway',
  'receivables',
  'liability',
  'fees',
  'postage',
  'discount',
  'commission',
  'breakage',
  'adjustments',
  'disputes',
] as const;

/** Account numbers of a company for its journal. Revenue and VAT have an account for each VAT rate, in percent. */
export const accountsSchema = z.strictObject({
  gateway: optional(account),
  receivables: optional(account),
  liability: optional(account),
  fees: optional(account),
  postage: optional(account),
  discount: optional(account),
  commission: optional(account),
  breakage: optional(account),
  adjustments: optional(account),
  disputes: optional(account),
  revenue: byRate,
  vat: byRate,
});

export type Accounts = z.output<typeof accountsSchema>;
