import { KeptFormats } from './kept-formats.ts';

/**
 * Decimals of each currency's smallest unit, by ISO 4217; any other has two. `Intl` differs where it follows the cash
 * in circulation (lib/decisions/money.md). Gateways, tills and accounts count in these units, so amounts are stored and
 * accepted in them in every language.
 */
const DECIMALS = new Map<string, number>([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3] as const),
]);

/** Currencies of ISO 4217 that are legal tender somewhere: no metals, funds or test codes. */
const CODES =
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF ' +
  'CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG ' +
  'HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA ' +
  'MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD ' +
  'RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX ' +
  'USD UYU UZS VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG';

const CURRENCIES: ReadonlySet<string> = new Set(CODES.split(' '));

export const isCurrency = (code: string): boolean => CURRENCIES.has(code);

/** Decimals of a currency, whose code is case-insensitive: JPY 0, DKK 2, KWD 3. */
export const decimalsOf = (currency: string): number => DECIMALS.get(currency.toUpperCase()) ?? 2;

/** The options with which `Intl.NumberFormat` writes an amount of a currency in that currency's own decimals. */
export const currencyStyle = (currency: string): Intl.NumberFormatOptions => ({
  style: 'currency',
  currency,
  minimumFractionDigits: decimalsOf(currency),
  maximumFractionDigits: decimalsOf(currency),
});

const formats = new KeptFormats<Intl.NumberFormat>();

/** Formats amounts of a currency in a language: `1.250,00 kr.` */
export const amountFormat = (tag: string, currency: string): Intl.NumberFormat =>
  formats.get(`${tag} ${currency}`, () => new Intl.NumberFormat(tag, currencyStyle(currency)));
