import { unprintableFault } from '../../../platform/printable.ts';
import { jsonPath, type Fault } from './faults.ts';
import type { OperatorData } from './schema.ts';

type PrintedText = [path: readonly PropertyKey[], text: string | undefined];

/** Invalid entries are array holes, which flatMap skips. */
const printedTexts = ({ companies, campaigns, events, ...data }: OperatorData): PrintedText[] => [
  ...companies.flatMap(({ gift_card: card }, at): PrintedText[] => [
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

/**
 * Rejects names and places on cards and tickets that no font can print. Not part of the schema, so that a company with
 * such a stored name can still be changed. Control characters are accepted, because documents print them as spaces.
 */
export const checkPrintable = (data: OperatorData): Fault[] =>
  printedTexts(data).flatMap(([path, text]) => {
    const message = text ? unprintableFault(text.replaceAll(CONTROL, ' ')) : undefined;
    return message === undefined ? [] : [{ path: jsonPath(path), message }];
  });
