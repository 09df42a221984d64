import { warmMap } from '../platform/warm-state.ts';

/** So many looks at one thing in a second are a crowd. */
const CROWD = 8;
const SECOND_MS = 1000;
const REMEMBERED = 1000;

interface Look {
  /** Since when anybody has looked: what was asked for before that may be older than a change. */
  firstAskedAtMs: number;
  /** Beginning of the second in which `count` looked. */
  sinceMs: number;
  count: number;
  /** The second before it was one of a crowd, too. */
  wasCrowd: boolean;
  found?: { value: unknown; askedAtMs: number };
}

const looks = warmMap<string, Look>();

const hasCrowd = ({ count }: Look): boolean => count > CROWD;

/**
 * What a crowd in this process shares under a name, if it is a crowd that asks, or somebody who is one of many beside other
 * processes; else whoever asks is to read it.
 */
export const lookAt = (name: string, maxAgeMs: number, isOfMany = false): { value: unknown } | undefined => {
  const now = performance.now();
  const known = looks.get(name);
  const isSameSecond = known !== undefined && now - known.sinceMs <= SECOND_MS;
  const sinceMs = isSameSecond ? known.sinceMs : now;
  const wasCrowd = isSameSecond
    ? known.wasCrowd
    : known !== undefined && hasCrowd(known) && now - known.sinceMs <= 2 * SECOND_MS;
  const look: Look = {
    ...known,
    firstAskedAtMs: known?.firstAskedAtMs ?? now,
    sinceMs,
    count: isSameSecond ? known.count + 1 : 1,
    wasCrowd,
  };
  if (looks.size >= REMEMBERED) looks.clear();
  looks.set(name, look);
  return look.found && (isOfMany || look.wasCrowd || hasCrowd(look)) && now - look.found.askedAtMs < maxAgeMs
    ? look.found
    : undefined;
};

/** What was read under a name, at the moment at which it was asked for; not what was asked for before a change here. */
export const share = (name: string, value: unknown, askedAtMs: number): void => {
  const look = looks.get(name);
  if (look && askedAtMs >= look.firstAskedAtMs) looks.set(name, { ...look, found: { value, askedAtMs } });
};

/** It was changed here: whoever looks next reads it. */
export const forget = (name: string): void => {
  looks.delete(name);
};

/**
 * Reads for each who asks; a crowd in this process shares what one of it has read, which is at most `maxAgeMs` old. The
 * name stands for one kind of thing: whatever is found under it is a `T`. Nobody waits for what another is reading, who
 * may not come to an end.
 */
export const together = async <T>(name: string, maxAgeMs: number, read: () => Promise<T>): Promise<T> => {
  const found = lookAt(name, maxAgeMs);
  if (found) return found.value as T;
  const askedAtMs = performance.now();
  const value = await read();
  share(name, value, askedAtMs);
  return value;
};
