import { getRows, queryPages, type Key } from '../../../storage/table.ts';
import { ticketsOfEvent, type ItemRow } from './rows.ts';

const KEYS_PER_READ = 100;

/** Tickets sold under a slug of an event, in their current state, page by page. */
export const ticketsSoldAs = async function* (company: string, slug: string): AsyncGenerator<ItemRow[]> {
  for await (const keys of queryPages<Key>({ ...ticketsOfEvent(company, slug), limit: KEYS_PER_READ })) {
    const rows = await getRows(keys, { consistent: true });
    yield keys.flatMap((key) => rows.get<ItemRow>(key) ?? []);
  }
};
