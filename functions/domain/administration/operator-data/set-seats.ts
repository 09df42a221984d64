import { getRow, getRows, keyText } from '../../../storage/table.ts';
import { transact } from '../../../storage/transactions.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import { productKey, type EventRow } from '../../catalog/products/rows.ts';
import { EVENT_SEATS, seatsOfEvent, stockKey, type StockRow } from '../../catalog/stock/rows.ts';
import { seatsUpdate } from '../../catalog/products/seats.ts';
import { restockShares } from '../../catalog/stock/spread.ts';
import type { Restocks } from './restocks.ts';
import { companyOfCounter } from './stored.ts';
import { unchangedSince } from './unchanged.ts';
import type { OperatorData } from './schema.ts';
import { recordRestockWrites, type MovementCause } from './stock-movements.ts';
import { productIdOf } from '../../catalog/products/ids.ts';

type EventEntry = OperatorData['events'][number];

/**
 * Sets the capacity of the file's events, which includes sold and held seats. If the file has both capacity and
 * availability, availability takes precedence. Returns the number of changed events. Each step commits separately;
 * after an interruption, importing the same file again continues.
 */
export const setSeatsOfEvents = async (
  data: OperatorData,
  stored: ReadonlyMap<string, readonly StockRow[]>,
  cause: MovementCause,
  restocks: Restocks,
): Promise<number> => {
  const events = await eventsWithSeats(data);
  let changed = 0;
  for (const { event, row } of events) {
    const productId = productIdOf({ type: 'event', id: event.id });
    const isChanged = row?.seats !== event.seats && (await setSeats(event.company, productId));
    if (isChanged) changed++;
    const planned = stored.get(productId)?.find((each) => companyOfCounter(each) === event.company);
    if (planned ? isRestockedWithSeats(data, planned) : isChanged) await restockSeats(event, data, { cause, restocks });
  }
  return changed;
};

/**
 * Whether the file changes the capacity of a seat counter. Its restock then follows that change, because setting it
 * twice would return seats that are sold in between.
 */
export const isRestockedWithSeats = ({ events }: OperatorData, counter: StockRow): boolean =>
  counter.optionId === EVENT_SEATS &&
  events.some((event) => keyText(seatsKey(event)) === keyText(counter) && event.seats !== counter.seats);

const seatsKey = ({ company, id }: Pick<EventEntry, 'company' | 'id'>) =>
  stockKey(company, productIdOf({ type: 'event', id }), EVENT_SEATS);

const eventsWithSeats = async ({
  events,
}: OperatorData): Promise<{ event: EventEntry; row: StockRow | undefined }[]> => {
  const rows = await getRows(events.map(seatsKey), { consistent: true });
  return events.map((event) => ({ event, row: rows.get<StockRow>(seatsKey(event)) }));
};

const restockSeats = async (
  event: EventEntry,
  { restock }: OperatorData,
  { cause, restocks }: { cause: MovementCause; restocks: Restocks },
): Promise<void> => {
  const { company, id } = event;
  const productId = productIdOf({ type: 'event', id });
  const named = restock.find((each) => each.option === productId && (each.company ?? company) === company);
  if (!named || restocks.has(seatsKey(event))) return;
  const record = recordRestockWrites({ company, optionId: productId }, named.remaining, cause);
  await restockShares(company, seatsOfEvent(productId), named.remaining, record);
  restocks.add(seatsKey(event));
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
