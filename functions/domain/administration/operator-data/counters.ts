import { EVENT_SEATS } from '../../catalog/stock/rows.ts';
import type { OperatorData } from './schema.ts';
import { optionIdOf, productIdOf } from '../../catalog/products/ids.ts';
import { PRODUCT_SECTIONS } from './product-sections.ts';

/** A counter of the file: its name in `restock`, its key, and its initial units. */
interface Counter {
  /** `gcvo_31`, or `evt_5` for the seats of an event. */
  name: string;
  company: string;
  productId: string;
  optionId: string;
  stock: number;
  /** Its position in the file. */
  path: readonly PropertyKey[];
}

/** Whether the options and events of the file have a stock, by `company/gcvo_31` and `company/evt_5`. */
export const limitsIn = (data: OperatorData): ReadonlyMap<string, boolean> =>
  new Map([
    ...PRODUCT_SECTIONS.flatMap(([section, type]) =>
      data[section].flatMap(({ company, options }) =>
        options.map((option) => [`${company}/${optionIdOf({ type }, option)}`, option.stock !== undefined] as const),
      ),
    ),
    ...data.events.map(
      ({ company, id, seats }) => [`${company}/${productIdOf({ type: 'event', id })}`, seats !== null] as const,
    ),
  ]);

export const countersOf = (data: OperatorData): Counter[] => {
  const ofOptions = PRODUCT_SECTIONS.flatMap(([section, type]) =>
    data[section].flatMap(({ company, id, options }, at) =>
      options.flatMap((option, index): Counter[] => {
        const { stock } = option;
        const optionId = optionIdOf({ type }, option);
        const path = [section, at, 'options', index];
        const productId = productIdOf({ type, id });
        return stock === undefined ? [] : [{ name: optionId, company, productId, optionId, stock, path }];
      }),
    ),
  );
  return [
    ...ofOptions,
    ...data.events.flatMap(({ company, id, seats }, at) => {
      const name = productIdOf({ type: 'event', id });
      const path = ['events', at, 'seats'];
      return seats === null ? [] : [{ name, company, productId: name, optionId: EVENT_SEATS, stock: seats, path }];
    }),
  ];
};
