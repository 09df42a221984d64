/**
 * Unused ids in ascending order, beginning after the highest used one and skipping `skip` more. After the largest safe
 * integer, which a file may contain, it continues with the lowest unused ids.
 */
export const newIds = function* (used: Iterable<number>, skip = 0): Generator<number, never> {
  const taken = new Set(used);
  const highest = [...taken].reduce((maximum, id) => Math.max(maximum, id), 0);
  for (let id = highest + 1 + skip; ; id++) {
    if (!Number.isSafeInteger(id)) id = 1;
    if (!taken.has(id)) yield id;
  }
};
