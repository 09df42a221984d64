import { warmMap } from '../platform/warm-state.ts';

/** So many looks at one thing in a second are a crowd. */
const CROWD = 8;
const SECOND_MS = 1000;
const REMEMBERED = 1000;

interface Look {
  /** Beginning of the second in which `count` looked. */
  sinceMs: number;
  count: number;
  found?: { value: unknown; askedAtMs: number };
}

const looks = warmMap<string, Look>();

/**
 * Reads for each who asks; a crowd in this process shares what one of it has read, which is at most `maxAgeMs` old. The
 * name stands for one kind of thing: whatever is found under it is a `T`. Nobody waits for what another is reading, who
 * may not come to an end.
 */
export const together = async <T>(name: string, maxAgeMs: number, read: () => Promise<T>): Promise<T> => {
  const now = performance.now();
  const known = looks.get(name);
  const isSameSecond = known !== undefined && now - known.sinceMs <= SECOND_MS;
  const look: Look = {
    ...known,
    sinceMs: isSameSecond ? known.sinceMs : now,
    count: isSameSecond ? known.count + 1 : 1,
  };
  if (looks.size >= REMEMBERED) looks.clear();
  looks.set(name, look);
  if (look.found && look.count > CROWD && now - look.found.askedAtMs < maxAgeMs) return look.found.value as T;
  const value = await read();
  looks.set(name, { ...(looks.get(name) ?? look), found: { value, askedAtMs: now } });
  return value;
};
