/**
 * Decimals of each currency's smallest unit, by ISO 4217; any other has two. `Intl` differs where it follows the cash
 * in circulation (lib/decisions/money.md). Gateways, tills and accounts count in these units, so amounts are stored and
 * accepted in them in every language.
 */
const DECIMALS = new Map<string, number>([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3] as const),
]);

export const MOST_DECIMALS = 3;

/** Decimals of a currency, whatever the case of its code: JPY 0, DKK 2, KWD 3. */
export const decimalsOf = (currency: string): number => DECIMALS.get(currency.toUpperCase()) ?? 2;

/** The options with which `Intl.NumberFormat` writes an amount of a currency in that currency's own decimals. */
export const currencyStyle = (currency: string): Intl.NumberFormatOptions => ({
  style: 'currency',
  currency,
  minimumFractionDigits: decimalsOf(currency),
  maximumFractionDigits: decimalsOf(currency),
});
