/**
 * Money of the item and report routes: decimals in the currency on the wire, whole numbers of the smallest unit inside
 * (service.md, Conventions on values). What comes in is read as text, so that no figure passes through a product of
 * floating-point numbers.
 */
const DECIMAL = /^(\d{1,12})(?:\.(\d{1,2}))?$/;

/** The smallest units of a decimal with at most two places; undefined for anything else, negative numbers included. */
export const minorFromDecimal = (value: number | string): number | undefined => {
  const [, whole, fraction = ''] = DECIMAL.exec(typeof value === 'string' ? value.trim() : String(value)) ?? [];
  return whole === undefined ? undefined : Number(`${whole}${fraction.padEnd(2, '0')}`);
};

/** A JSON number with at most two decimals. Dividing by 100 gives the number nearest to that decimal. */
export const decimalFromMinor = (minor: number): number => minor / 100;

/** `1250.00`, for texts. */
export const decimalText = (minor: number): string => (minor / 100).toFixed(2);
