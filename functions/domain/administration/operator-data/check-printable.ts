import { unprintableFault } from '../../../platform/printable.ts';
import type { ProductRow } from '../../catalog/products/rows.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { jsonPath, type Fault } from './faults.ts';
import type { OperatorData } from './schema.ts';

type PrintedText = [path: readonly PropertyKey[], text: string | undefined];

/** The sections with texts on cards and tickets. */
interface PrintedSections {
  companies: readonly (Pick<CompanyRow, 'name' | 'gift_card'> & { brand?: BrandTexts | undefined })[];
  campaigns: readonly { name: string }[];
  experiences: readonly NamedProduct[];
  events: readonly (NamedProduct & Pick<OperatorData['events'][number], 'venue' | 'collection_points'>)[];
  special_offers: readonly NamedProduct[];
}
/** A stored brand, or a merge patch of one. */
interface BrandTexts {
  display_name?: string | null | undefined;
  tagline?: string | null | undefined;
}
interface NamedProduct {
  name: string;
  options: readonly { name: string }[];
}

/** Invalid entries are array holes, which flatMap skips. */
const printedTexts = ({ companies, campaigns, events, ...data }: PrintedSections): PrintedText[] => [
  ...companies.flatMap(({ name, brand, gift_card: card }, at): PrintedText[] => [
    [['companies', at, 'name'], name],
    [['companies', at, 'brand', 'display_name'], brand?.display_name ?? undefined],
    [['companies', at, 'brand', 'tagline'], brand?.tagline ?? undefined],
    [['companies', at, 'gift_card', 'name'], card?.name],
  ]),
  ...campaigns.flatMap(({ name }, at): PrintedText[] => [[['campaigns', at, 'name'], name]]),
  ...Object.entries({ experiences: data.experiences, events, special_offers: data.special_offers }).flatMap(
    ([section, products]) =>
      products.flatMap(({ name, options }, at): PrintedText[] => [
        [[section, at, 'name'], name],
        ...options.map((option, index): PrintedText => [[section, at, 'options', index, 'name'], option.name]),
      ]),
  ),
  ...events.flatMap(({ venue, collection_points: points }, at): PrintedText[] => [
    ...Object.entries(venue ?? {}).map(([member, text]): PrintedText => [['events', at, 'venue', member], text]),
    ...points.flatMap(({ name, address, city }, index) =>
      Object.entries({ name, address, city }).map(([member, text]): PrintedText => [
        ['events', at, 'collection_points', index, member],
        text,
      ]),
    ),
  ]),
];

const CONTROL = /\p{Cc}/gu;

/** The texts on cards and tickets of stored companies and products. */
export const storedTexts = (companies: readonly CompanyRow[], products: readonly ProductRow[]): ReadonlySet<string> => {
  const texts = printedTexts({
    companies,
    campaigns: companies.flatMap(({ campaigns }) => campaigns),
    experiences: products,
    events: products.filter((product) => product.type === 'event'),
    special_offers: [],
  });
  return new Set(texts.flatMap(([, text]) => text ?? []));
};

/**
 * Rejects names and places on cards and tickets that no font can print, unless they are stored already: texts from an
 * earlier release must not prevent other changes to a company or product. Control characters are accepted, because
 * documents print them as spaces.
 */
export const checkPrintable = (data: OperatorData, stored: ReadonlySet<string>): Fault[] =>
  printedTexts(data).flatMap(([path, text]) => {
    const message = text && !stored.has(text) ? unprintableFault(text.replaceAll(CONTROL, ' ')) : undefined;
    return message === undefined ? [] : [{ path: jsonPath(path), message }];
  });
