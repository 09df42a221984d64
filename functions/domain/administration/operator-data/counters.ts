import { EVENT_SEATS } from '../../catalog/stock/rows.ts';
import type { OperatorData } from './schema.ts';

export type ProductSection = 'experiences' | 'events' | 'special_offers';

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

export const countersOf = (data: OperatorData): Counter[] => {
  const counters = (section: ProductSection, product: string, option: string): Counter[] =>
    data[section].flatMap(({ company, id, options }, at) =>
      options.flatMap(({ id: number, stock }, index) => {
        const optionId = `${option}_${number}`;
        const path = [section, at, 'options', index];
        const productId = `${product}_${id}`;
        return stock === undefined ? [] : [{ name: optionId, company, productId, optionId, stock, path }];
      }),
    );
  return [
    ...counters('experiences', 'gcv', 'gcvo'),
    ...counters('events', 'evt', 'evto'),
    ...counters('special_offers', 'so', 'sov'),
    ...data.events.flatMap(({ company, id, seats }, at) => {
      const name = `evt_${id}`;
      const path = ['events', at, 'seats'];
      return seats === null ? [] : [{ name, company, productId: name, optionId: EVENT_SEATS, stock: seats, path }];
    }),
  ];
};
