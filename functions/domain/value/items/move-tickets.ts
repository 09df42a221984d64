import { nowMs } from '../../../platform/clock.ts';
import type { Write } from '../../../storage/transactions.ts';
import { commitUntilDone } from './commit-until-done.ts';
import { validUntilMs } from './issuance/of-order.ts';
import { changeWrites, replaceItemWrite } from './ledger/commit-change.ts';
import { applyChange, changeMarks, type Cause } from './ledger/ledger.ts';
import { extendedMarks } from './ledger/lapse.ts';
import { EXPIRED, PAID, type ItemRow } from './rows.ts';
import { readItemsBySequence } from './withdrawal/settle-items.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import type { OrderLine } from '../../catalog/products/line-shape.ts';

const NOTE = 'The event was moved.';

/**
 * Updates the tickets of an order to the dates of its lines (lib/reference/items.md#rescheduled-events), whatever their
 * state, because claims and refunds may be undone later. An expired ticket whose new validity has not ended becomes
 * valid again. Depends only on the current state, so it may be interrupted and run again.
 */
export const moveItems = (order: OrderRow, zone: string): Promise<void> =>
  commitUntilDone(async () => writesFor(order, [...(await readItemsBySequence(order)).values()], zone));

const writesFor = (order: OrderRow, items: readonly ItemRow[], zone: string): Write[][] => {
  const lines = new Map(order.lines.map((line) => [line.id, line]));
  const cause: Cause = { by: { system: 'event-move' }, requestId: order.id, atMs: nowMs() };
  const tickets = items.map((item) => ({ item, moved: withDates(item, lines.get(item.lineId ?? ''), zone) }));
  const issuedAtMs = items[0]?.createdAtMs ?? cause.atMs;
  const issued = new Set(items.map(({ lineId }) => lineId));
  const ends = order.lines
    .filter(({ id }) => !issued.has(id))
    .map(({ validity }) => validUntilMs(validity, issuedAtMs, zone));
  const orderValidUntilMs = Math.min(...tickets.map(({ moved }) => moved.validUntilMs), ...ends);
  return tickets.flatMap(({ item, moved }) => {
    const place = newPlace(item, lines.get(item.lineId ?? ''));
    const isSameValidity = moved === item && item.orderValidUntilMs === orderValidUntilMs;
    if (isSameValidity) return place ? [[replaceItemWrite(item, changeMarks({ ...item, ...place }, {}))]] : [];
    const dated = moved === item ? {} : { movedAtMs: cause.atMs };
    const next: ItemRow = { ...moved, orderValidUntilMs, ...dated, ...place };
    // The lapse is derived again from the new validity.
    if (!isValidAgain(next, cause.atMs))
      return [[replaceItemWrite(item, changeMarks(next, { lapsesAtMs: undefined }))]];
    const marks = extendedMarks(item, cause.atMs);
    const change = { kind: 'reinstate', deltaMinor: 0, deltaPieces: 0, status: PAID, note: NOTE, marks } as const;
    return [changeWrites(item, applyChange(next, change, cause))];
  });
};

/**
 * The ticket with the dates of its line. Returns the same object if the dates already match: the ticket may have been
 * extended beyond them.
 */
const withDates = (item: ItemRow, line: OrderLine | undefined, zone: string): ItemRow => {
  if (!item.event || !line?.event) return item;
  const { startsAt, endsAt } = line.event;
  if (item.event.startsAt === startsAt && item.event.endsAt === endsAt) return item;
  const untilMs = validUntilMs(line.validity, item.createdAtMs, zone);
  return { ...item, event: { ...item.event, startsAt, endsAt }, validUntilMs: untilMs };
};

/**
 * When the line of a ticket last moved, if its item does not have that time yet. Items contain no venue, so this change
 * to the item causes wallets to update its passes after a change of venue.
 */
const newPlace = (item: ItemRow, line: OrderLine | undefined): Pick<ItemRow, 'placedAtMs'> | undefined => {
  const placedAtMs = line?.event?.movedAtMs ?? 0;
  return placedAtMs > Math.max(item.createdAtMs, item.placedAtMs ?? 0) ? { placedAtMs } : undefined;
};

/** Whether the line of a ticket has moved, but not yet its item. */
export const isPlaceUnfollowed = (item: ItemRow, line: OrderLine | undefined): boolean =>
  newPlace(item, line) !== undefined;

const isValidAgain = ({ status, validUntilMs: untilMs, remainingPieces }: ItemRow, atMs: number): boolean =>
  status === EXPIRED && untilMs >= atMs && remainingPieces > 0;
