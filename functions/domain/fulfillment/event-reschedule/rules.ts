import { toTimestamp } from '../../../platform/clock.ts';
import { validUntilMs } from '../../value/items/issuance/of-order.ts';
import type { EventRow } from '../../catalog/products/rows.ts';
import { isOverAt } from '../../catalog/products/last-moment.ts';
import { eventEnd } from '../../catalog/products/rules.ts';
import { linesToIssue } from '../../checkout/orders/lines-to-issue.ts';
import type { MovedLine } from '../../checkout/orders/events.ts';
import { chosenSendAt } from '../../checkout/orders/delivery-rules.ts';
import type { SendAt } from '../../catalog/products/parties.ts';
import type { LineEvent, OrderLine } from '../../catalog/products/line-shape.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import type { EventMoveRow } from './rows.ts';
import { withMoved } from '../../checkout/orders/merge-moved.ts';
import { DAY_MS, MINUTE_MS } from '../../../platform/durations.ts';

/**
 * An event that is called off on its day may get a new date some days later, for which its tickets are valid. If the
 * former date is further in the past, the event is assumed to have taken place, and its tickets are not valid for the
 * next date.
 */
const FOLLOWS_AFTER_MS = 5 * DAY_MS;

/**
 * The date of an event that tickets follow. Undefined without a date: tickets keep the former date until there is a new
 * one.
 */
export const datesOf = (
  event: Pick<EventRow, 'starts_at' | 'ends_at' | 'date_precision'>,
): { startsAt: string; endsAt: string | null } | undefined =>
  event.starts_at === null ? undefined : { startsAt: event.starts_at, endsAt: eventEnd(event) };

type Venue = LineEvent['venue'] | EventRow['venue'];

export const isSameVenue = (one: Venue, other: Venue): boolean =>
  one?.name === other?.name && one?.address === other?.address && one?.postcode === other?.postcode;

const isIssued = ({ status }: OrderRow): boolean => status === 'fulfilled';

const isOverBy = ({ validity }: Pick<OrderLine, 'validity'>, zone: string, atMs: number): boolean =>
  validity.type === 'fixed_date' && isOverAt(validity.until, zone, atMs);

/** Rounds down to the resolution of timestamps. */
const toSecond = (ms: number): number => Math.floor(ms / 1000) * 1000;

/**
 * New `send_at` of a scheduled order: the chosen time. If an event is over by the chosen time, the new `send_at` is a
 * day before the event begins, or a minute from now if that is later. Undefined if `send_at` does not change or has
 * passed, or if the moved event is over.
 */
export const movedSendAt = (
  order: OrderRow,
  lines: ReadonlyMap<string, MovedLine>,
  { zone, nowMs }: { zone: string; nowMs: number },
): SendAt | undefined => {
  const { sendAtMs } = order.delivery;
  const chosen = chosenSendAt(order.delivery);
  if (!chosen || sendAtMs === undefined || sendAtMs <= nowMs) return undefined;
  if ([...lines.values()].some((line) => isOverBy(line, zone, nowMs))) return undefined;
  const missed = linesToIssue({ ...order, lines: withMoved(order.lines, lines) }).filter(
    (line) => isOverBy(line, zone, chosen.ms) && !isOverBy(line, zone, nowMs),
  );
  const goes = missed.length === 0 ? chosen : earlier(missed, { sendAtMs, nowMs });
  return goes.ms === sendAtMs ? undefined : goes;
};

/**
 * A day before the first of the missed lines begins, or a minute from now if that is later. A delivery that is due
 * within a minute is not postponed.
 */
const earlier = (missed: readonly OrderLine[], { sendAtMs, nowMs }: { sendAtMs: number; nowMs: number }): SendAt => {
  const starts = missed.flatMap(({ validity }) => (validity.type === 'fixed_date' ? [Date.parse(validity.from)] : []));
  const dayBeforeMs = toSecond(Math.min(...starts) - DAY_MS);
  const soonMs = nowMs + MINUTE_MS;
  const ms = dayBeforeMs > soonMs ? dayBeforeMs : Math.min(sendAtMs, toSecond(soonMs));
  return { text: toTimestamp(ms), ms };
};

/** A reschedule of an event. `sinceMs`: when the former date ceased to apply. `zone`: time zone of the company. */
interface MoveOfEvent extends Pick<EventMoveRow, 'productId' | 'sinceMs' | 'movedAtMs'> {
  zone: string;
}

/** The end of the last effective date of a line. */
const heldUntilMs = (line: OrderLine, { sinceMs, zone }: MoveOfEvent): number =>
  line.heldUntilMs ?? validUntilMs(line.validity, sinceMs, zone);

/**
 * Whether a line moves with its event. Unissued items always move. Items that were bought after the former date were
 * never valid on it, so they move, too.
 */
const follows = (order: OrderRow, line: OrderLine, move: MoveOfEvent): boolean => {
  const untilMs = heldUntilMs(line, move);
  return !isIssued(order) || untilMs >= move.sinceMs - FOLLOWS_AFTER_MS || order.createdAtMs > untilMs;
};

/** Whether a line waits for the next date of its event, because the event has no date at present. */
export const isAwaitingDate = (
  order: OrderRow,
  line: OrderLine,
  move: MoveOfEvent & Pick<EventMoveRow, 'pass'>,
): boolean => move.pass === 'undated' && line.productId === move.productId && follows(order, line, move);

/**
 * Members of a line whose event moved to a date in the past, which may be a mistake. The line keeps the end of its last
 * effective date, extended by the time during which the event had no date. Unissued items can always be moved again.
 */
const judgedFrom = (order: OrderRow, line: OrderLine, move: MoveOfEvent): Pick<OrderLine, 'heldUntilMs'> => {
  const untilMs = heldUntilMs(line, move) + move.movedAtMs - move.sinceMs;
  return { heldUntilMs: isIssued(order) ? untilMs : Math.max(untilMs, move.movedAtMs) };
};

/**
 * The lines of an order that follow their event, by id, with their new data. A change of venue or precision does not
 * change the validity.
 */
export const linesToMove = (order: OrderRow, event: EventRow, move: MoveOfEvent): Map<string, MovedLine> => {
  const dates = datesOf(event);
  const moved = new Map<string, MovedLine>();
  for (const line of order.lines) {
    if (!dates || line.productId !== move.productId || !line.event || line.cancellation) continue;
    if (!follows(order, line, move)) continue;
    const isSameTime = line.event.startsAt === dates.startsAt && line.event.endsAt === dates.endsAt;
    const datePrecision = event.date_precision;
    const isSamePrecision = line.event.datePrecision === datePrecision;
    if (isSameTime && isSamePrecision && isSameVenue(line.event.venue, event.venue)) continue;
    const { venue: _before, ...event_ } = line.event;
    const now = { ...event_, datePrecision, ...(event.venue ? { venue: event.venue } : {}) };
    if (isSameTime) {
      const { validity, heldUntilMs } = line;
      moved.set(line.id, {
        event: now,
        validity,
        ...(heldUntilMs === undefined ? {} : { heldUntilMs }),
      });
      continue;
    }
    const until = dates.endsAt ?? dates.startsAt;
    moved.set(line.id, {
      event: { ...now, ...dates },
      validity: { type: 'fixed_date', from: dates.startsAt, until },
      ...(isOverAt(until, move.zone, move.movedAtMs) ? judgedFrom(order, line, move) : {}),
    });
  }
  return moved;
};
