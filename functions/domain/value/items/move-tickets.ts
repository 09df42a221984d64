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
    if (moved === item && item.orderValidUntilMs === orderValidUntilMs) return [];
    const next: ItemRow = { ...moved, orderValidUntilMs, ...(moved === item ? {} : { movedAtMs: cause.atMs }) };
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

const isValidAgain = ({ status, validUntilMs: untilMs, remainingPieces }: ItemRow, atMs: number): boolean =>
  status === EXPIRED && untilMs >= atMs && remainingPieces > 0;
