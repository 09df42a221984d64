/**
 * Unused ids in ascending order, beginning after the highest used one and skipping `skip` more. Continues with the
 * lowest unused ids where no exact number is left, because a file may name any safe integer.
 */
export const newIds = function* (used: Iterable<number>, skip = 0): Generator<number, never> {
  const taken = new Set(used);
  const highest = [...taken].reduce((maximum, id) => Math.max(maximum, id), 0);
  for (let id = highest + 1 + skip; ; id++) {
    if (!Number.isSafeInteger(id)) id = 1;
    if (!taken.has(id)) yield id;
  }
};
