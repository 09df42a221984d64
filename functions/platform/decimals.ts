import { decimalsOf } from './currencies.ts';

/**
 * Amounts of the item and report routes are decimals in the API, and integers in the smallest currency unit internally
 * (lib/reference/requests.md#money). Input is read as text to avoid floating-point errors.
 */

const DECIMAL = /^(\d{1,12})(?:\.(\d{1,10}))?$/;

/**
 * Converts a decimal to the smallest unit. Undefined if it is negative or not a decimal, has more than 12 digits before
 * the point, or has more decimals than its currency, not counting zeros at the end.
 */
export const minorFromDecimal = (value: number | string, currency: string): number | undefined => {
  const [, whole, places = ''] = DECIMAL.exec(typeof value === 'string' ? value.trim() : String(value)) ?? [];
  const fraction = places.replace(/0+$/, '');
  const decimals = decimalsOf(currency);
  if (whole === undefined || fraction.length > decimals) return undefined;
  return Number(`${whole}${fraction.padEnd(decimals, '0')}`);
};

/**
 * Converts an amount in the smallest currency unit to a decimal number. Dividing by a power of ten gives the nearest
 * number.
 */
export const decimalFromMinor = (minor: number, currency: string): number => minor / 10 ** decimalsOf(currency);

/** An amount with all its decimals, such as `1250.00`. */
export const decimalText = (minor: number, currency: string): string =>
  decimalFromMinor(minor, currency).toFixed(decimalsOf(currency));
