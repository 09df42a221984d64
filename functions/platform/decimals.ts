import { decimalsOf } from './currencies.ts';

/**
 * Money of the item and report routes: decimals of the currency in the API, whole numbers of the smallest unit
 * internally (lib/reference/requests.md#money). Input is read as text to avoid floating-point errors.
 */
const DECIMAL = /^(\d{1,12})(?:\.(\d{1,10}))?$/;

/**
 * The smallest units of a decimal that has no more places than its currency; zeros at the end do not count. Undefined
 * for anything else, negative numbers included.
 */
export const minorFromDecimal = (value: number | string, currency: string): number | undefined => {
  const [, whole, places = ''] = DECIMAL.exec(typeof value === 'string' ? value.trim() : String(value)) ?? [];
  const fraction = places.replace(/0+$/, '');
  const decimals = decimalsOf(currency);
  if (whole === undefined || fraction.length > decimals) return undefined;
  return Number(`${whole}${fraction.padEnd(decimals, '0')}`);
};

/** A JSON number with at most the currency's decimals. Dividing by a power of ten gives the number nearest to it. */
export const decimalFromMinor = (minor: number, currency: string): number => minor / 10 ** decimalsOf(currency);

/** `1250.00`, for texts. */
export const decimalText = (minor: number, currency: string): string =>
  decimalFromMinor(minor, currency).toFixed(decimalsOf(currency));
