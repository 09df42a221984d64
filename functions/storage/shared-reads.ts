import { warmMap } from '../platform/warm-state.ts';
import { SECOND_MS } from '../platform/durations.ts';

/** If one name is read more often than this within a second, its reads share one result. */
const SHARED_ABOVE = 8;
const REMEMBERED = 1000;

interface Reads {
  /** When the first read after the last change began. A read that began earlier may not include the change. */
  firstStartedAtMs: number;
  /** Start of the second to which `count` applies. */
  sinceMs: number;
  count: number;
  /** Whether reads were shared in the previous second as well. */
  wasShared: boolean;
  latest?: { value: unknown; startedAtMs: number };
}

const readsByName = warmMap<string, Reads>();

const isShared = ({ count }: Reads): boolean => count > SHARED_ABOVE;

/**
 * The shared result of a name, if this process reads it often enough, or if the caller knows of load in other processes
 * (`isUnderLoad`; a function determines it from the result). Undefined if the caller must read.
 */
export const findSharedRead = (
  name: string,
  maxAgeMs: number,
  isUnderLoad: boolean | ((value: never) => boolean) = false,
): { value: unknown } | undefined => {
  const now = performance.now();
  const known = readsByName.get(name);
  const isSameSecond = known !== undefined && now - known.sinceMs <= SECOND_MS;
  const sinceMs = isSameSecond ? known.sinceMs : now;
  const wasShared = isSameSecond
    ? known.wasShared
    : known !== undefined && isShared(known) && now - known.sinceMs <= 2 * SECOND_MS;
  const reads: Reads = {
    ...known,
    firstStartedAtMs: known?.firstStartedAtMs ?? now,
    sinceMs,
    count: isSameSecond ? known.count + 1 : 1,
    wasShared,
  };
  if (readsByName.size >= REMEMBERED) readsByName.clear();
  readsByName.set(name, reads);
  const { latest } = reads;
  if (!latest || now - latest.startedAtMs >= maxAgeMs) return undefined;
  const isLoadKnown = typeof isUnderLoad === 'function' ? isUnderLoad(latest.value as never) : isUnderLoad;
  return reads.wasShared || isShared(reads) || isLoadKnown ? latest : undefined;
};

/** Shares the result of a read, unless the read began before a change that `invalidateSharedRead` announced. */
export const shareRead = (name: string, value: unknown, startedAtMs: number): void => {
  const reads = readsByName.get(name);
  if (reads && startedAtMs >= reads.firstStartedAtMs)
    readsByName.set(name, { ...reads, latest: { value, startedAtMs } });
};

/** Discards the shared result after a change, so that the next caller reads. */
export const invalidateSharedRead = (name: string): void => {
  readsByName.delete(name);
};

/**
 * Reads, or returns a shared result that is at most `maxAgeMs` old. A name always has the same type `T`. Callers never
 * wait for a read of another invocation, because that may never finish.
 */
export const readShared = async <T>(name: string, maxAgeMs: number, read: () => Promise<T>): Promise<T> => {
  const entry = findSharedRead(name, maxAgeMs);
  if (entry) return entry.value as T;
  const startedAtMs = performance.now();
  const value = await read();
  shareRead(name, value, startedAtMs);
  return value;
};
