import { FormatCache } from './format-cache.ts';

/**
 * Number of decimals of each currency by ISO 4217; all others have two. `Intl` differs for currencies whose small coins
 * are no longer used (lib/decisions/money.md). Gateways, tills and accounting use these decimals, so amounts are stored
 * and accepted with them in every language.
 */
const DECIMALS = new Map<string, number>([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3] as const),
]);

/** Currencies of ISO 4217 that are legal tender: without metals, funds or test codes. */
const CODES =
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF ' +
  'CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG ' +
  'HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA ' +
  'MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD ' +
  'RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX ' +
  'USD UYU UZS VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG';

const CURRENCIES: ReadonlySet<string> = new Set(CODES.split(' '));

export const isCurrency = (code: string): boolean => CURRENCIES.has(code);

/** Number of decimals of a currency; the code is case-insensitive. JPY has 0, DKK 2, KWD 3. */
export const decimalsOf = (currency: string): number => DECIMALS.get(currency.toUpperCase()) ?? 2;

/** Options with which `Intl.NumberFormat` writes an amount with the decimals of its currency. */
export const currencyStyle = (currency: string): Intl.NumberFormatOptions => ({
  style: 'currency',
  currency,
  minimumFractionDigits: decimalsOf(currency),
  maximumFractionDigits: decimalsOf(currency),
});

const formats = new FormatCache<Intl.NumberFormat>();

/**
 * Formats an amount of a currency in a language, such as `1.250,00 kr.` `amount` is in whole units (such as euros), not
 * in the smallest unit.
 */
export const formatMoney = (tag: string, currency: string, amount: number): string =>
  withMinusSign(
    formats.get(`${tag} ${currency}`, () => new Intl.NumberFormat(tag, currencyStyle(currency))).format(amount),
  );

/** A formatted number with the minus sign, for which some languages use a hyphen. */
export const withMinusSign = (formatted: string): string => formatted.replace('-', '\u2212');
