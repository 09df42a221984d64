import { getRows, queryPage, type Key } from '../../../storage/table.ts';
import { ticketsOfEvent, type ItemRow } from './rows.ts';

const KEYS_PER_READ = 100;

/** Tickets sold under a slug of an event, in their current state, page by page. */
export const ticketsSoldAs = async function* (company: string, slug: string): AsyncGenerator<ItemRow[]> {
  let startKey: Record<string, unknown> | undefined;
  do {
    const query = { ...ticketsOfEvent(company, slug), limit: KEYS_PER_READ, ...(startKey ? { startKey } : {}) };
    const page = await queryPage<Key>(query);
    const rows = await getRows(page.rows, { consistent: true });
    yield page.rows.flatMap((key) => rows.get<ItemRow>(key) ?? []);
    startKey = page.lastKey;
  } while (startKey);
};
