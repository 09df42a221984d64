import { countryCodes } from '../../platform/countries.ts';
import { PAGE_LANGUAGES } from '../../platform/page-languages.ts';

/** Values that people choose by name. */
export type NamedValues = 'countries' | 'languages' | 'zones' | 'currencies';

/** Currencies that shops are likely to sell in; any other is set by the API. */
const CURRENCIES =
  'AED ALL AUD BAM BGN BHD BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP GEL HKD HUF IDR ILS INR ISK JOD JPY KRW KWD MAD MDL MKD MXN MYR NOK NZD OMR PEN PHP PLN QAR RON RSD SAR SEK SGD THB TND TRY TWD UAH USD VND ZAR'.split(
    ' ',
  );

const VALUES: Readonly<Record<NamedValues, () => readonly string[]>> = {
  countries: countryCodes,
  // Company settings use another code for Norwegian than pages.
  languages: () => PAGE_LANGUAGES.map((each) => (each === 'no' ? 'nb' : each)),
  zones: () => Intl.supportedValuesOf('timeZone'),
  currencies: () => CURRENCIES,
};

/** Values outside the lists that have names, such as a language or a currency that the API has set. */
const FURTHER: Readonly<Partial<Record<NamedValues, RegExp>>> = {
  languages: /^[a-z]{2,3}(-[A-Z]{2})?$/,
  currencies: /^[A-Z]{3}$/,
};

/** Each value, and the current one, with its name in a language, in the order of the names. */
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
  const type = of === 'countries' ? 'region' : of === 'languages' ? 'language' : 'currency';
  const name = new Intl.DisplayNames(tag, { type }).of(value) ?? value;
  return of === 'currencies' ? `${value}, ${name}` : name;
};
