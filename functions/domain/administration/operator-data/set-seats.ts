import { getRow, getRows } from '../../../storage/table.ts';
import { transact } from '../../../storage/transactions.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import { productKey, type EventRow } from '../../catalog/products/rows.ts';
import { EVENT_SEATS, seatsOfEvent, stockKey, type StockRow } from '../../catalog/stock/rows.ts';
import { seatsUpdate } from '../../catalog/products/seats.ts';
import { restockShares } from '../../catalog/stock/spread.ts';
import { unchangedSince } from './unchanged.ts';
import type { OperatorData } from './schema.ts';
import { recordRestockWrites, type MovementCause } from './stock-movements.ts';
import { productIdOf } from '../../catalog/products/ids.ts';

type EventEntry = OperatorData['events'][number];

/**
 * Sets the capacity of the file's events, which includes sold and held seats. Returns the number of changed events.
 * Each step commits separately; after an interruption, importing the same file again continues.
 */
export const setSeatsOfEvents = async (data: OperatorData, cause: MovementCause): Promise<number> => {
  const events = await eventsWithSeats(data);
  let changed = 0;
  for (const { event, row } of events) {
    if (row?.seats !== event.seats && (await setSeatsOf(event, data, cause))) changed++;
  }
  return changed;
};

const seatsKey = ({ company, id }: Pick<EventEntry, 'company' | 'id'>) =>
  stockKey(company, productIdOf({ type: 'event', id }), EVENT_SEATS);

const eventsWithSeats = async ({
  events,
}: OperatorData): Promise<{ event: EventEntry; row: StockRow | undefined }[]> => {
  const rows = await getRows(events.map(seatsKey), { consistent: true });
  return events.map((event) => ({ event, row: rows.get<StockRow>(seatsKey(event)) }));
};

/** If the file has both capacity and availability, availability takes precedence. */
const setSeatsOf = async ({ company, id }: EventEntry, data: OperatorData, cause: MovementCause): Promise<boolean> => {
  const productId = productIdOf({ type: 'event', id });
  const changed = await setSeats(company, productId);
  const restock = data.restock.find((each) => each.option === productId && (each.company ?? company) === company);
  if (changed && restock) {
    const { remaining } = restock;
    const record = recordRestockWrites({ company, optionId: productId }, remaining, cause);
    await restockShares(company, seatsOfEvent(productId), remaining, record);
  }
  return changed;
};

const ROUNDS = 20;

/**
 * Sets the seat counter to the capacity in the event's row, which may have changed since the import or request wrote
 * it. Sales continue in the meantime and never exceed it. If more seats are sold than the new capacity, availability
 * stays 0 until enough seats are returned. Returns whether anything changed.
 */
export const setSeats = async (company: string, productId: string): Promise<boolean> => {
  const key = productKey(company, productId);
  for (let round = 0; round < ROUNDS; round++) {
    const event = await getRow<EventRow>(key, { consistent: true });
    const update = event && (await seatsUpdate(company, productId, event.seats));
    if (!update) return false;
    if (await unlessRefused(transact([{ update }, { check: key, condition: unchangedSince(event) }]))) return true;
  }
  throw new Error(`The seats of ${productId} change faster than they can be set. Try again.`);
};
