import { outsideAgentCall } from '../../../platform/agent-call.ts';
import { membersAre } from '../../../storage/conditions.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { ABSENT, getRow, putRow, type RowUpdate } from '../../../storage/table.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import { productKey, type EventRow } from './rows.ts';
import {
  counterIndex,
  EVENT_SEATS,
  newSeatsRow,
  seatsOfEvent,
  stockKey,
  UNLIMITED_SEATS,
  type StockRow,
} from '../stock/rows.ts';
import { findRootCounter, readSpreadCounter } from '../stock/shares.ts';
import { closeShares } from '../stock/spread.ts';

/**
 * Creates the seat counter of an event that was imported before seats were counted, unless it exists. Takes no seats,
 * so a dry run creates it, too. Returns whether it was created.
 */
export const openSeats = async (company: string, productId: string): Promise<boolean> => {
  const event = await getRow<EventRow>(productKey(company, productId), { consistent: true });
  return outsideAgentCall(() => unlessRefused(putRow(newSeatsRow(company, productId, event?.seats ?? null), ABSENT)));
};

const ROUNDS = 20;

/** Total number of units of a counter: remaining, held and sold. Sales do not change it. */
const totalOf = async (company: string, root: StockRow): Promise<number> => {
  if (root.putIn !== undefined) return root.putIn + (root.heldThen ?? 0) + (root.soldThen ?? 0);
  const { shares } = await readSpreadCounter(company, root);
  return [root, ...shares].reduce((sum, { remaining, held, sold }) => sum + remaining + held + sold, 0);
};

/** Whether the counter was created before `seats` was stored, and was restocked. It keeps the restocked total. */
const isAsRestocked = ({ seats, heldThen }: StockRow): boolean => seats === undefined && heldThen !== undefined;

/**
 * The update that sets the capacity of an event, which includes sold and held seats, for the caller's transaction.
 * `seats` is null for no limit. Returns undefined if the capacity is unchanged. The update fails if the capacity was
 * set in the meantime. Gathers spread seats first, because a share does not check the total when it sells a seat.
 */
export const seatsUpdate = async (
  company: string,
  productId: string,
  seats: number | null,
): Promise<RowUpdate | undefined> => {
  for (let round = 0; round < ROUNDS; round++) {
    const root = await findRootCounter(company, seatsOfEvent(productId));
    if (!root) {
      await openSeats(company, productId);
      continue;
    }
    if (root.seats === seats) return undefined;
    if (root.spread === undefined || root.spread === 'closed') return totalUpdate(company, root, seats);
    await closeShares(company, seatsOfEvent(productId));
  }
  throw new Error(`The seats of ${productId} change faster than they can be set. Try again.`);
};

const totalUpdate = async (company: string, root: StockRow, seats: number | null): Promise<RowUpdate> => {
  const total = await totalOf(company, root);
  const newTotal = isAsRestocked(root) && seats !== null ? total : (seats ?? UNLIMITED_SEATS);
  const { putIn, spread, heldThen = 0, soldThen = 0 } = root;
  const { ix1pk, ix1sk } = counterIndex(root.productId, company);
  const isIndexed = seats !== null;
  return rowUpdate({
    key: stockKey(company, root.productId, EVENT_SEATS),
    set: {
      seats,
      putIn: newTotal - heldThen - soldThen,
      ix1pk: isIndexed ? ix1pk : undefined,
      ix1sk: isIndexed ? ix1sk : undefined,
      ...(newTotal < total ? { lowered: true } : {}),
    },
    add: { remaining: newTotal - total },
    if: membersAre({ putIn, spread }),
  });
};
