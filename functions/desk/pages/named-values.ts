import { countryCodes, countryName } from '../../platform/countries.ts';
import { PAGE_LANGUAGES } from '../../platform/page-languages.ts';

/** Kinds of values that people select by name. */
export type NamedValues = 'countries' | 'languages' | 'zones' | 'currencies';

/** Currencies in which shops are likely to sell. Others can be set through the API. */
const CURRENCIES =
  'AED ALL AUD BAM BGN BHD BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP GEL HKD HUF IDR ILS INR ISK JOD JPY KRW KWD MAD MDL MKD MXN MYR NOK NZD OMR PEN PHP PLN QAR RON RSD SAR SEK SGD THB TND TRY TWD UAH USD VND ZAR'.split(
    ' ',
  );

const VALUES: Readonly<Record<NamedValues, () => readonly string[]>> = {
  countries: countryCodes,
  // Norwegian is `nb` in company settings and `no` in pages.
  languages: () => PAGE_LANGUAGES.map((each) => (each === 'no' ? 'nb' : each)),
  zones: () => Intl.supportedValuesOf('timeZone'),
  currencies: () => CURRENCIES,
};

/** Values that are not listed but have a name, such as a language or a currency that was set through the API. */
const FURTHER: Readonly<Partial<Record<NamedValues, RegExp>>> = {
  languages: /^[a-z]{2,3}(-[A-Z]{2})?$/,
  currencies: /^[A-Z]{3}$/,
};

/** Each value with its name in a language, sorted by name; also a current value that is not listed but has a name. */
export const namedValues = (
  of: NamedValues,
  tag: string,
  current = '',
): readonly (readonly [value: string, name: string])[] => {
  const values = VALUES[of]();
  const isFurther = FURTHER[of]?.test(current) === true && !values.includes(current);
  const named = [...values, ...(isFurther ? [current] : [])].map((value) => [value, nameOf(of, tag, value)] as const);
  return named.toSorted(([, one], [, other]) => one.localeCompare(other, tag));
};

const nameOf = (of: NamedValues, tag: string, value: string): string => {
  if (of === 'zones') return value.replaceAll('_', ' ');
  if (of === 'countries') return countryName(value, tag);
  const type = of === 'languages' ? 'language' : 'currency';
  const name = new Intl.DisplayNames(tag, { type }).of(value) ?? value;
  return of === 'currencies' ? `${value}, ${name}` : name;
};
