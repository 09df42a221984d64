import { EVENT_SEATS } from '../stock/rows.ts';
import type { OperatorData } from './schema.ts';

export type ProductSection = 'experiences' | 'events' | 'special_offers';

/** A counter of the file: what it is called in `restock`, where it stands, and what it starts with. */
export interface Counter {
  /** `gcvo_31`, or `evt_5` for the seats of an event. */
  name: string;
  company: string;
  productId: string;
  optionId: string;
  stock: number;
}

export const countersOf = (data: OperatorData): Counter[] => {
  const counters = (section: ProductSection, product: string, option: string): Counter[] =>
    data[section].flatMap(({ company, id, options }) =>
      options.flatMap(({ id: number, stock }) => {
        const optionId = `${option}_${number}`;
        return stock === undefined ? [] : [{ name: optionId, company, productId: `${product}_${id}`, optionId, stock }];
      }),
    );
  return [
    ...counters('experiences', 'gcv', 'gcvo'),
    ...counters('events', 'evt', 'evto'),
    ...counters('special_offers', 'so', 'sov'),
    ...data.events.flatMap(({ company, id, seats }) => {
      const name = `evt_${id}`;
      return seats === null ? [] : [{ name, company, productId: name, optionId: EVENT_SEATS, stock: seats }];
    }),
  ];
};
