/**
 * How many decimals the smallest unit of each currency has, by ISO 4217; whatever is not named here has two. `Intl` says
 * the same but where it rounds to what circulates as cash (lib/decisions/money.md). Gateways, tills and accounts count in these
 * units, so an amount is stored and taken in them whatever the language it is shown in.
 */
const DECIMALS = new Map<string, number>([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3] as const),
]);

/** Most decimals that any currency here has. */
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
