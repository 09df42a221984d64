import { validUntilMs } from '../../items/issuance/of-order.ts';
import type { EventRow } from '../../catalogue/rows.ts';
import { isOverAt } from '../../catalogue/last-moment.ts';
import { eventEnd } from '../../catalogue/rules.ts';
import { linesToIssue } from '../../refunds/lines-to-issue.ts';
import type { MovedLine } from '../events.ts';
import type { OrderLine, OrderRow } from '../rows.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/**
 * An event that was called off at its door gets its new date some days later, and its tickets follow all the same. One
 * that is older took place: who did not come has no ticket for the next.
 */
const FOLLOWS_AFTER_MS = 5 * DAY_MS;

/** When an event is, as far as tickets follow it. Undefined while it has no date: they keep theirs until it has. */
export const datesOf = (
  event: Pick<EventRow, 'starts_at' | 'ends_at' | 'date_precision'>,
): { startsAt: string; endsAt: string | null } | undefined =>
  event.starts_at === null ? undefined : { startsAt: event.starts_at, endsAt: eventEnd(event) };

const isIssued = ({ status }: OrderRow): boolean => status === 'fulfilled';

/**
 * When a scheduled order goes instead, of which the moment to send at has come to lie after its event: a day before that begins,
 * or in a minute. Undefined where it can stay, and of an event that is over: nothing is gained by then.
 */
export const earlierSendAt = (
  order: OrderRow,
  lines: ReadonlyMap<string, MovedLine>,
  { zone, nowMs }: { zone: string; nowMs: number },
): { text: string; ms: number } | undefined => {
  const { sendAtMs } = order.delivery;
  if (sendAtMs === undefined) return undefined;
  const waiting = linesToIssue({ ...order, lines: order.lines.map((line) => ({ ...line, ...lines.get(line.id) })) });
  const starts = waiting.flatMap(({ validity }) =>
    validity.type === 'fixed_date' && isOverAt(validity.until, zone, sendAtMs) && !isOverAt(validity.until, zone, nowMs)
      ? [Date.parse(validity.from)]
      : [],
  );
  if (starts.length === 0) return undefined;
  const ms = Math.max(nowMs + MINUTE_MS, Math.min(...starts) - DAY_MS);
  return { text: new Date(ms).toISOString(), ms };
};

/** The lines of an order that are to follow their event, by id, with what they say from now on. */
export const linesToMove = (
  order: OrderRow,
  event: EventRow,
  { productId, sinceMs, zone }: { productId: string; sinceMs: number; zone: string },
): Map<string, MovedLine> => {
  const dates = datesOf(event);
  const follows = (line: OrderLine): boolean =>
    !isIssued(order) || validUntilMs(line.validity, sinceMs, zone) >= sinceMs - FOLLOWS_AFTER_MS;
  const moved = new Map<string, MovedLine>();
  for (const line of order.lines) {
    if (!dates || line.productId !== productId || !line.event || !follows(line)) continue;
    if (line.event.startsAt === dates.startsAt && line.event.endsAt === dates.endsAt) continue;
    const { venue: _before, ...event_ } = line.event;
    moved.set(line.id, {
      event: {
        ...event_,
        ...dates,
        datePrecision: event.date_precision,
        ...(event.venue ? { venue: event.venue } : {}),
      },
      validity: { type: 'fixed_date', from: dates.startsAt, until: dates.endsAt ?? dates.startsAt },
    });
  }
  return moved;
};
