import { optionIdOf, productIdOf } from '../../catalog/products/ids.ts';
import { jsonPath, type Fault } from './faults.ts';
import type { OperatorData } from './schema.ts';
import type { Taken } from './stored-catalog.ts';

const KINDS = [
  ['experiences', 'experience'],
  ['events', 'event'],
  ['special_offers', 'special-offer'],
] as const;

/**
 * Ids of options and slugs of events that the file gives away a second time. What two stored products have in common
 * already is no fault of this file: it could not take it from either.
 */
export const checkTaken = (data: OperatorData, taken: Taken): Fault[] => [
  ...takenSlugs(data, taken),
  ...takenOptions(data, taken),
];

/** Events of the file may exchange their slugs, or leave one to another: theirs are as the file says. */
const takenSlugs = ({ events }: OperatorData, { slugs }: Taken): Fault[] => {
  const idOf = ({ id }: { id: number }): string => productIdOf({ type: 'event', id });
  const named = new Set(events.flatMap((event) => [`${event.company}/${idOf(event)}`]));
  return events.flatMap((event, at) => {
    const owners = slugs.get(`${event.company}/${event.slug}`) ?? [];
    const owner = owners.find((other) => !named.has(`${event.company}/${other}`));
    if (owner === undefined || owners.includes(idOf(event))) return [];
    return [fault(['events', at, 'slug'], `${owner} has this slug already.`)];
  });
};

/** Nothing takes an option from a product, so its id stays there, whatever else the file says of that product. */
const takenOptions = (data: OperatorData, { options }: Taken): Fault[] =>
  KINDS.flatMap(([section, type]) => {
    const products: readonly { company: string; id: number; options: readonly { id: number }[] }[] = data[section];
    return products.flatMap((product, at) =>
      product.options.flatMap((option, index) => {
        const owners = options.get(`${product.company}/${optionIdOf({ type }, option)}`) ?? [];
        const [owner] = owners;
        if (owner === undefined || owners.includes(productIdOf({ type, id: product.id }))) return [];
        return [fault([section, at, 'options', index, 'id'], `${owner} has an option of this id already.`)];
      }),
    );
  });

const fault = (path: readonly PropertyKey[], message: string): Fault => ({ path: jsonPath(path), message });
