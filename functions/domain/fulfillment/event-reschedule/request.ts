import { nowMs } from '../../../platform/clock.ts';
import { retryOnConflict } from '../../../storage/retry.ts';
import { findRow } from '../../../storage/find-row.ts';
import { ABSENT, ConditionFailed, getRows, putRow, type Condition } from '../../../storage/table.ts';
import { productIdOf } from '../../catalog/products/ids.ts';
import { productKey, type EventRow } from '../../catalog/products/rows.ts';
import { eventMove, eventMoveCodec, eventMoveKey, type EventMoveRow } from './rows.ts';
import { datesOf, isSameVenue } from './rules.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';

/** An event in an import file. */
type ImportedEvent = Pick<EventRow, 'company' | 'id' | 'starts_at' | 'ends_at' | 'date_precision' | 'venue'>;

/** Longer than an import needs to write its rows. */
const WRITTEN_AFTER_MS = MINUTE_MS;

/**
 * Requests that tickets follow rescheduled events (another date, precision or venue). Call it before the rows of the
 * events are written, so that an interrupted import leaves no ticket unchanged; the last pass completes a run that
 * starts too early. Returns a function that starts the move immediately, to be called after the rows are written.
 */
export const requestMoves = async (events: readonly ImportedEvent[]): Promise<() => Promise<void>> => {
  const moves = await movesIn(events);
  const requestMove = async (dueAtMs: number): Promise<void> => {
    for (const move of moves) await putMove(move, dueAtMs);
  };
  await requestMove(nowMs() + WRITTEN_AFTER_MS);
  return () => requestMove(nowMs());
};

const ROUNDS = 20;

/** Merges the move with one that another request has stored, so that a move to another venue is not lost. */
const putMove = ({ company, productId, ...move }: Move, dueAtMs: number): Promise<void> => {
  const merge = async (): Promise<void> => {
    const current = await findRow(eventMoveKey(company, productId), eventMoveCodec);
    const sinceMs = current && current.pass !== 'last' ? Math.min(current.sinceMs, move.sinceMs) : move.sinceMs;
    const elsewhere = move.elsewhere ?? current?.elsewhere;
    const merged = { ...move, sinceMs, ...(elsewhere ? { elsewhere } : {}), movedAtMs: nowMs(), dueAtMs };
    await putRow(eventMove(company, productId, merged), current ? unchanged(current) : ABSENT);
  };
  return retryOnConflict(merge, (error) => error instanceof ConditionFailed, { attempts: ROUNDS });
};

const unchanged = ({ movedAtMs, dueAtMs, pass, elsewhere }: EventMoveRow): Condition => ({
  expression:
    'movedAtMs = :moved AND dueAtMs = :due AND #pass = :pass AND ' +
    (elsewhere ? 'elsewhere = :elsewhere' : 'attribute_not_exists(elsewhere)'),
  names: { '#pass': 'pass' },
  values: { ':moved': movedAtMs, ':due': dueAtMs, ':pass': pass, ...(elsewhere ? { ':elsewhere': elsewhere } : {}) },
});

type Move = Pick<EventMoveRow, 'company' | 'productId' | 'sinceMs' | 'pass' | 'elsewhere'>;

const movesIn = async (events: readonly ImportedEvent[]): Promise<Move[]> => {
  const named = events.map((event) => {
    return { event, company: event.company, productId: productIdOf({ type: 'event', id: event.id }) };
  });
  const rows = await getRows(
    named.flatMap(({ company, productId }) => [productKey(company, productId), eventMoveKey(company, productId)]),
    { consistent: true },
  );
  return named.flatMap(({ event, company, productId }): Move[] => {
    const before = rows.get<EventRow>(productKey(company, productId));
    if (!before || before.cancellation) return [];
    const raw = rows.get(eventMoveKey(company, productId));
    const earlier = raw && eventMoveCodec.read(raw);
    const isElsewhere = !isSameVenue(before.venue, event.venue) || before.date_precision !== event.date_precision;
    // Without a date, tickets do not move: a new venue applies with the next date.
    const isWorthAsking = isElsewhere && (datesOf(event) !== undefined || earlier !== undefined);
    if (!isWorthAsking && !isAtAnotherTime(before, event)) return [];
    // Until the first pass has ended, some tickets still have the earlier date.
    const sinceMs = earlier && earlier.pass !== 'last' ? earlier.sinceMs : nowMs();
    const pass = datesOf(event) ? 'first' : 'undated';
    return [{ company, productId, sinceMs, pass, ...(isElsewhere || earlier?.elsewhere ? { elsewhere: true } : {}) }];
  });
};

/** Whether the date of the event was changed or removed. */
const isAtAnotherTime = (before: EventRow, after: ImportedEvent): boolean => {
  const [was, is] = [datesOf(before), datesOf(after)];
  return was?.startsAt !== is?.startsAt || was?.endsAt !== is?.endsAt;
};
