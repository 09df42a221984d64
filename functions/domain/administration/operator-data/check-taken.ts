import { catalog } from '../../../platform/messages/catalog.ts';
import type { Text } from '../../../platform/messages/message.ts';
import { optionIdOf, productIdOf } from '../../catalog/products/ids.ts';
import { jsonPath, type Fault } from './faults.ts';
import { PRODUCT_SECTIONS } from './product-sections.ts';
import type { OperatorData } from './schema.ts';
import type { TakenNames } from './stored-catalog.ts';

/**
 * Option ids and event slugs of the file that another stored product has. A conflict between two stored products is not
 * reported, because the file cannot resolve it.
 */
export const checkUnique = (data: OperatorData, taken: TakenNames): Fault[] => [
  ...takenSlugs(data, taken),
  ...takenOptions(data, taken),
];

/** Events in the file may exchange slugs or take over each other's slugs, so only events outside the file conflict. */
const takenSlugs = ({ events }: OperatorData, { slugs }: TakenNames): Fault[] => {
  const idOf = ({ id }: { id: number }): string => productIdOf({ type: 'event', id });
  const named = new Set(events.flatMap((event) => [`${event.company}/${idOf(event)}`]));
  return events.flatMap((event, at) => {
    const owners = slugs.get(`${event.company}/${event.slug}`) ?? [];
    const owner = owners.find((other) => !named.has(`${event.company}/${other}`));
    if (owner === undefined || owners.includes(idOf(event))) return [];
    return [fault(['events', at, 'slug'], catalog('slug_taken', { owner }))];
  });
};

/** Products keep all their options, so the ids remain in use even if the file omits an option. */
const takenOptions = (data: OperatorData, { options }: TakenNames): Fault[] =>
  PRODUCT_SECTIONS.flatMap(([section, type]) => {
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

const fault = (path: readonly PropertyKey[], message: Text): Fault => ({ path: jsonPath(path), message });
