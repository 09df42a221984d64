import { ownMember } from '../../../platform/own-member.ts';

interface CountryDefaults {
  language: string;
  time_zone: string;
  /** Standard rate of VAT. */
  vat_percent: number;
}

const DEFAULTS: Readonly<Record<string, CountryDefaults>> = {
  DK: { language: 'da', time_zone: 'Europe/Copenhagen', vat_percent: 25 },
  SE: { language: 'sv', time_zone: 'Europe/Stockholm', vat_percent: 25 },
  NO: { language: 'nb', time_zone: 'Europe/Oslo', vat_percent: 25 },
  DE: { language: 'de', time_zone: 'Europe/Berlin', vat_percent: 19 },
  AT: { language: 'de', time_zone: 'Europe/Vienna', vat_percent: 20 },
  FI: { language: 'sv', time_zone: 'Europe/Helsinki', vat_percent: 25.5 },
  GB: { language: 'en', time_zone: 'Europe/London', vat_percent: 20 },
  IE: { language: 'en', time_zone: 'Europe/Dublin', vat_percent: 23 },
};

/** Initial settings of a new company in a country. Its administrators can change them. */
export const defaultsOf = (country: string): Partial<CountryDefaults> & Pick<CountryDefaults, 'language'> =>
  ownMember(DEFAULTS, country) ?? { language: 'en', ...onlyZoneOf(country) };

/** `getTimeZones` exists in Node 24, but not in the types yet. */
type Region = Intl.Locale & { getTimeZones: () => string[] | undefined };

/** The time zone of a country that has only one time zone. */
const onlyZoneOf = (country: string): { time_zone?: string } => {
  if (!/^[A-Z]{2}$/.test(country)) return {};
  const [zone, ...others] = (new Intl.Locale(`und-${country}`) as Region).getTimeZones() ?? [];
  return zone === undefined || others.length > 0 ? {} : { time_zone: zone };
};
