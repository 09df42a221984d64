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
  // A company writes Norwegian by its own code.
  languages: () => PAGE_LANGUAGES.map((each) => (each === 'no' ? 'nb' : each)),
  zones: () => Intl.supportedValuesOf('timeZone'),
  currencies: () => CURRENCIES,
};

/** Each value with its name in a language, in the order of the names. */
export const namedValues = (of: NamedValues, tag: string): readonly (readonly [value: string, name: string])[] => {
  const named = VALUES[of]().map((value) => [value, nameOf(of, tag, value)] as const);
  return named.toSorted(([, one], [, other]) => one.localeCompare(other, tag));
};

const nameOf = (of: NamedValues, tag: string, value: string): string => {
  if (of === 'zones') return value.replaceAll('_', ' ');
  const type = of === 'countries' ? 'region' : of === 'languages' ? 'language' : 'currency';
  const name = new Intl.DisplayNames(tag, { type }).of(value) ?? value;
  return of === 'currencies' ? `${value}, ${name}` : name;
};
