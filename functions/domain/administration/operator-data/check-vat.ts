import { catalog } from '../../../platform/messages/catalog.ts';
import { treatmentOf, type VatMembers } from '../../catalog/products/vat.ts';
import { jsonPath, type Fault } from './faults.ts';
import type { OperatorData } from './schema.ts';

interface VatSource {
  path: readonly PropertyKey[];
  company: string;
  /** Most specific first: an option of an event overrides the event. */
  levels: readonly VatMembers[];
}

/** Invalid entries are array holes, which flatMap and forEach skip. */
const vatSourcesOf = (data: OperatorData): VatSource[] => [
  ...data.companies.flatMap(({ slug, gift_card: card }, at) =>
    card ? [{ path: ['companies', at, 'gift_card'], company: slug, levels: [card] }] : [],
  ),
  ...data.experiences.flatMap((entry, at) => ({ path: ['experiences', at], company: entry.company, levels: [entry] })),
  ...data.events.flatMap((event, at) => [
    { path: ['events', at], company: event.company, levels: [event] },
    ...event.options.flatMap((option, index) =>
      option.vat_treatment === undefined
        ? []
        : [{ path: ['events', at, 'options', index], company: event.company, levels: [option, event] }],
    ),
  ]),
  ...data.special_offers.flatMap((entry, at) => ({
    path: ['special_offers', at],
    company: entry.company,
    levels: [entry],
  })),
];

/** Products that are taxed on sale require a VAT rate: their own or that of the company. */
export const checkVat = (data: OperatorData, rated: ReadonlySet<string>): Fault[] => {
  const withRate = new Set(rated);
  data.companies.forEach(({ slug, vat_percent: percent }) => {
    if (percent !== undefined) withRate.add(slug);
  });
  return vatSourcesOf(data)
    .filter(({ company, levels }) => treatmentOf(...levels) === 'single_purpose' && !withRate.has(company))
    .filter(({ levels }) => levels.every(({ vat_percent: percent }) => percent === undefined))
    .map(({ path }) => ({
      path: jsonPath([...path, 'vat_percent']),
      message: catalog('vat_rate_missing'),
    }));
};
