import { foldCode } from '../../catalog/codes/rules.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { ConditionFailed, getRows, updateRow } from '../../../storage/table.ts';
import { discountCodeKey, type DiscountCodeRow } from '../../catalog/products/rows.ts';
import { backfillCounts } from '../../checkout/orders/backfill-counts.ts';
import { EVENT_SEATS, seatsOfEvent, stockKey, type StockRow } from '../../catalog/stock/rows.ts';
import { setSeats } from '../../catalog/products/seats.ts';
import { restockShares } from '../../catalog/stock/spread.ts';
import type { OperatorData } from './schema.ts';

type EventEntry = OperatorData['events'][number];

/**
 * Gives the file's events as many seats as it says, what was sold and held before included, and counts the uses of
 * limited discount codes that orders made while the code had no limit, once for each code. Returns how many events
 * changed. Each step commits by itself; the same file again continues.
 */
export const arrangeCounting = async (data: OperatorData): Promise<number> => {
  const events = await standingEvents(data);
  const codes = await uncountedCodes(data);
  for (const [company, rows] of Map.groupBy(codes, (row) => row.company)) {
    await backfillCounts(company, new Set(rows.map(({ code }) => foldCode(code))));
  }
  let changed = 0;
  for (const { event, row } of events) {
    if (row?.seats !== event.seats && (await setSeatsOf(event, data))) changed++;
  }
  await Promise.all(codes.map(markCounted));
  return changed;
};

const seatsKey = ({ company, id }: Pick<EventEntry, 'company' | 'id'>) => stockKey(company, `evt_${id}`, EVENT_SEATS);

const standingEvents = async ({
  events,
}: OperatorData): Promise<{ event: EventEntry; row: StockRow | undefined }[]> => {
  const rows = await getRows(events.map(seatsKey), { consistent: true });
  return events.map((event) => ({ event, row: rows.get<StockRow>(seatsKey(event)) }));
};

/** Limited codes that orders may have used while nothing limited them. */
const uncountedCodes = async ({ discount_codes: codes }: OperatorData): Promise<DiscountCodeRow[]> => {
  const keys = codes.map(({ company, code }) => discountCodeKey(company, code));
  const rows = await getRows(keys, { consistent: true });
  return keys
    .flatMap((key) => rows.get<DiscountCodeRow>(key) ?? [])
    .filter((row) => row.max_uses !== null && row.counted === undefined);
};

/** A file that sets the seats and what is left of them means the latter. */
const setSeatsOf = async ({ company, id, seats }: EventEntry, data: OperatorData): Promise<boolean> => {
  const productId = `evt_${id}`;
  const changed = await setSeats(company, productId, seats);
  const restock = data.restock.find((each) => each.option === productId && (each.company ?? company) === company);
  if (changed && restock) await restockShares(company, seatsOfEvent(productId), restock.remaining);
  return changed;
};

/** Has no effect if the limit changed meanwhile: then the next import counts again. */
const markCounted = async (row: DiscountCodeRow): Promise<void> => {
  const condition = { expression: 'max_uses = :uses', values: { ':uses': row.max_uses } };
  try {
    await updateRow(rowUpdate({ key: row, set: { counted: true }, if: condition }));
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
};
