import { getRows } from '../../../storage/table.ts';
import { EVENT_SEATS, seatsOfEvent, stockKey, type StockRow } from '../../catalog/stock/rows.ts';
import { setSeats } from '../../catalog/products/seats.ts';
import { restockShares } from '../../catalog/stock/spread.ts';
import type { OperatorData } from './schema.ts';
import { recordRestockWrites, type MovementCause } from './stock-movements.ts';

type EventEntry = OperatorData['events'][number];

/**
 * Sets the capacity of the file's events, including sold and held seats. Returns how many events changed. Each step
 * commits separately; importing the same file again continues.
 */
export const setSeatsOfEvents = async (data: OperatorData, cause: MovementCause): Promise<number> => {
  const events = await eventsWithSeats(data);
  let changed = 0;
  for (const { event, row } of events) {
    if (row?.seats !== event.seats && (await setSeatsOf(event, data, cause))) changed++;
  }
  return changed;
};

const seatsKey = ({ company, id }: Pick<EventEntry, 'company' | 'id'>) => stockKey(company, `evt_${id}`, EVENT_SEATS);

const eventsWithSeats = async ({
  events,
}: OperatorData): Promise<{ event: EventEntry; row: StockRow | undefined }[]> => {
  const rows = await getRows(events.map(seatsKey), { consistent: true });
  return events.map((event) => ({ event, row: rows.get<StockRow>(seatsKey(event)) }));
};

/** With both capacity and availability in the file, the latter counts. */
const setSeatsOf = async (
  { company, id, seats }: EventEntry,
  data: OperatorData,
  cause: MovementCause,
): Promise<boolean> => {
  const productId = `evt_${id}`;
  const changed = await setSeats(company, productId, seats);
  const restock = data.restock.find((each) => each.option === productId && (each.company ?? company) === company);
  if (changed && restock) {
    const { remaining } = restock;
    const record = recordRestockWrites({ company, optionId: productId }, remaining, cause);
    await restockShares(company, seatsOfEvent(productId), remaining, record);
  }
  return changed;
};
