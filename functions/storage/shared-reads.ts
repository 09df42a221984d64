import { warmMap } from '../platform/warm-state.ts';

/** More reads of one name within a second than this share their result. */
const SHARED_ABOVE = 8;
const SECOND_MS = 1000;
const REMEMBERED = 1000;

interface Reads {
  /** First read since the last change here: a result requested earlier may predate that change. */
  firstStartedAtMs: number;
  /** Start of the second that `count` covers. */
  sinceMs: number;
  count: number;
  /** The previous second was shared, too. */
  wasShared: boolean;
  found?: { value: unknown; startedAtMs: number };
}

const readsByName = warmMap<string, Reads>();

const isShared = ({ count }: Reads): boolean => count > SHARED_ABOVE;

/**
 * The shared result of a name, when this process reads it often enough or the caller knows of load across processes
 * (`isUnderLoad`; as a function it decides by the result). Undefined when the caller must read.
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
  const { found } = reads;
  if (!found || now - found.startedAtMs >= maxAgeMs) return undefined;
  const isLoadKnown = typeof isUnderLoad === 'function' ? isUnderLoad(found.value as never) : isUnderLoad;
  return reads.wasShared || isShared(reads) || isLoadKnown ? found : undefined;
};

/** Shares the result of a read, unless the read was requested before a change that `invalidateSharedRead` announced. */
export const shareRead = (name: string, value: unknown, startedAtMs: number): void => {
  const reads = readsByName.get(name);
  if (reads && startedAtMs >= reads.firstStartedAtMs)
    readsByName.set(name, { ...reads, found: { value, startedAtMs } });
};

/** Discards the shared result after a change: the next caller reads. */
export const invalidateSharedRead = (name: string): void => {
  readsByName.delete(name);
};

/**
 * Reads, or returns a result at most `maxAgeMs` old that concurrent callers in this process share. A name always refers
 * to the same type `T`. Callers never wait for each other's reads, because another invocation may never finish.
 */
export const readShared = async <T>(name: string, maxAgeMs: number, read: () => Promise<T>): Promise<T> => {
  const found = findSharedRead(name, maxAgeMs);
  if (found) return found.value as T;
  const startedAtMs = performance.now();
  const value = await read();
  shareRead(name, value, startedAtMs);
  return value;
};
