import { randomBytes } from 'node:crypto';
import { outsideAgentCall } from '../../platform/agent-call.ts';
import { nowMs } from '../../platform/clock.ts';
import { ConditionFailed, updateRow, type Key, type Row } from '../table.ts';
import { unlessRefused } from '../unless-refused.ts';
import { pause } from '../retry.ts';
import { rowUpdate } from '../row-update.ts';
import { LimitExceeded } from './limit-exceeded.ts';
import { rowOfType } from '../row-of-type.ts';
import { SKEW_MS } from './clock-skew.ts';

/**
 * A sliding-window limit that is exact under concurrency. Each use is written with a condition, so at most N uses pass
 * within any period of the window's length.
 */
export interface Limit {
  /** Key of the row with the times of the uses. */
  key: Key;
  maximum: number;
  lengthMs: number;
}

export interface Reservation {
  key: Key;
  /** The member of the row that has the time of this use. */
  member: string;
  atMs: number;
}

/** A row with one further member per use: its time, which is negative until the use is confirmed. */
interface TurnsRow extends Row {
  type: 'turns';
  turns: number;
}

interface Use {
  member: string;
  atMs: number;
  isConfirmed: boolean;
}

const MEMBER = /^use_/;

const usesIn = (row: TurnsRow): Use[] =>
  Object.entries(row).flatMap(([member, value]) =>
    MEMBER.test(member) && typeof value === 'number' ? [{ member, atMs: Math.abs(value), isConfirmed: value > 0 }] : [],
  );

/** The row is kept longer, so that a function with a slow clock still finds its uses. */
const ttlAfter = (ms: number): number => Math.ceil((ms + SKEW_MS) / 1000);

/** Whether a use is too old to count, or was recorded by a clock that has been set back since then. */
const isOver = ({ atMs }: Use, { lengthMs }: Limit): boolean => atMs + lengthMs <= nowMs() || atMs > nowMs() + SKEW_MS;

/**
 * When the limit is available again, if confirmed uses have reached it; otherwise undefined. Reserved uses do not
 * count, because they may be cancelled.
 */
const freeAtMs = (limit: Limit, row: Row | undefined): number | undefined => {
  if (!row) return undefined;
  const kept = usesIn(rowOfType<TurnsRow>('turns', row)).filter((use) => use.isConfirmed && !isOver(use, limit));
  return kept.length < limit.maximum ? undefined : Math.min(...kept.map(({ atMs }) => atMs)) + limit.lengthMs;
};

/** Requests in progress confirm or cancel their uses sooner than this. A request that was killed never does. */
const WAIT_MS = 10_000;
/** Attempt number for `pause`, which determines the length of each pause. */
const WAITING = 3;
/** Maximum number of expired uses to remove with one write, because the length of expressions is limited. */
const REMOVED_MAX = 20;

/** Dry runs are counted as well, because they reveal the same information. */
const take = async (limit: Limit, isConfirmed: boolean): Promise<Reservation> => {
  const deadline = performance.now() + WAIT_MS;
  let row: TurnsRow | undefined;
  for (;;) {
    const currentRow = row;
    const outcome = await outsideAgentCall(() => tryToTake(limit, isConfirmed, currentRow));
    if ('reservation' in outcome) return outcome.reservation;
    const exceeded = exceededIn(limit, outcome.row);
    if (exceeded) throw exceeded;
    if (performance.now() > deadline) throw new LimitExceeded(limit.lengthMs);
    ({ row } = outcome);
    if (!usesIn(row).some((use) => isOver(use, limit))) await pause(WAITING);
  }
};

/**
 * Counts a use if the row has room for it, and removes the expired uses of `currentRow` in the same write. Returns the
 * newest row if there is no room, or if another write has removed these uses.
 */
const tryToTake = async (
  limit: Limit,
  isConfirmed: boolean,
  currentRow: TurnsRow | undefined,
): Promise<{ reservation: Reservation } | { row: TurnsRow }> => {
  const { key, maximum, lengthMs } = limit;
  const reservation: Reservation = { key, member: `use_${randomBytes(6).toString('base64url')}`, atMs: nowMs() };
  const over = currentRow
    ? usesIn(currentRow)
        .filter((use) => isOver(use, limit))
        .slice(0, REMOVED_MAX)
    : [];
  const removed = Object.fromEntries(over.map(({ member }, at) => [`#o${at}`, member]));
  const stillPresent = Object.keys(removed).map((name) => ` AND attribute_exists(${name})`);
  try {
    await updateRow<TurnsRow>(
      rowUpdate({
        key,
        set: {
          type: 'turns',
          v: 1,
          [reservation.member]: isConfirmed ? reservation.atMs : -reservation.atMs,
          ttl: ttlAfter(reservation.atMs + lengthMs),
        },
        remove: over.map(({ member }) => member),
        add: { turns: 1 - over.length },
        if: {
          expression: `attribute_not_exists(pk) OR (attribute_not_exists(#use) AND turns < :room${stillPresent.join('')})`,
          names: { ...removed, '#use': reservation.member },
          values: { ':room': maximum + over.length },
        },
      }),
    );
    return { reservation };
  } catch (error) {
    if (!(error instanceof ConditionFailed) || !error.row) throw error;
    // The first response was lost, and the repeated write found its own use.
    if (reservation.member in error.row) return { reservation };
    return { row: rowOfType<TurnsRow>('turns', error.row) };
  }
};

/**
 * Reserves a use before its outcome is known; then call `confirm` or `cancel`. If the limit is reached only because of
 * reservations, this waits at most ten seconds for one of them to be cancelled, so that concurrent valid uses all pass.
 * Throws `LimitExceeded`.
 */
export const reserve = (limit: Limit): Promise<Reservation> => take(limit, false);

/** Counts a use. Throws `LimitExceeded`. */
export const consume = (limit: Limit): Promise<Reservation> => take(limit, true);

/** Returns the error if confirmed uses have reached the limit, otherwise undefined. Does not count. */
export const exceededIn = (limit: Limit, row: Row | undefined): LimitExceeded | undefined => {
  const free = freeAtMs(limit, row);
  return free === undefined ? undefined : new LimitExceeded(free - nowMs());
};

/** Does nothing if the use is no longer in the row. */
const decide = async (
  { key, member }: Reservation,
  changes: Pick<Parameters<typeof rowUpdate>[0], 'set' | 'add' | 'remove'>,
) => {
  const isCurrent = { expression: 'attribute_exists(#use)', names: { '#use': member } };
  await unlessRefused(outsideAgentCall(() => updateRow<TurnsRow>(rowUpdate({ key, ...changes, if: isCurrent }))));
};

/** Removes a reserved use. */
export const cancel = (reservation: Reservation): Promise<void> =>
  decide(reservation, { remove: [reservation.member], add: { turns: -1 } });

/** Makes a reserved use permanent. */
export const confirm = (reservation: Reservation): Promise<void> =>
  decide(reservation, { set: { [reservation.member]: reservation.atMs } });
