import { itemChanges } from '../../../platform/messages/item-changes.ts';
import { validation } from '../../../platform/messages/validation.ts';
import { decimalsOf } from '../../../platform/currencies.ts';
import { minorFromDecimal } from '../../../platform/decimals.ts';
import { invalidFields } from '../../../platform/errors.ts';
import type { ItemPortion, PortionNotes } from './rules.ts';

/**
 * Converts a decimal amount to the smallest unit of a currency. Throws 422 on `amount` when it has more decimal places
 * than the currency.
 */
export const minorOf = (decimal: number, currency: string): number => {
  const minor = minorFromDecimal(decimal, currency);
  if (minor !== undefined) return minor;
  const places = decimalsOf(currency);
  const whole = validation('kind_mismatch', { kinds: ['int'] });
  throw invalidFields({ amount: [places === 0 ? whole : itemChanges('too_many_decimals', { places })] });
};

/** Like `minorOf`, for an amount that may be negative. */
export const signedMinorOf = (decimal: number, currency: string): number =>
  Math.sign(decimal) * minorOf(Math.abs(decimal), currency);

/** A requested portion; its amount is a decimal in the item's currency. */
export type RequestedPortion =
  | Exclude<ItemPortion, { type: 'amount' }>
  | ({ type: 'amount'; amount: number } & PortionNotes);

/** The requested portion in the smallest unit of the item's currency. Throws 422 on `amount`. */
export const portionIn = (requested: RequestedPortion, currency: string): ItemPortion =>
  requested.type === 'amount'
    ? {
        type: 'amount',
        amountMinor: minorOf(requested.amount, currency),
        note: requested.note ?? null,
        context: requested.context,
      }
    : requested;
