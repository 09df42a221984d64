/** Member names and types of a value, down to the leaves. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
  const members = Object.entries(value).map(([name, member]) => [name, shapeOf(member)] as const);
  return Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1)));
};

const isSameShape = (a: unknown, b: unknown): boolean => JSON.stringify(shapeOf(a)) === JSON.stringify(shapeOf(b));

/**
 * Recorded examples by name. An earlier example with members of the same names and types is kept, so that a recording
 * changes only what changed in the API, not every id and timestamp.
 */
export const mergeExamples = <T>(earlier: Readonly<Record<string, unknown>>, recorded: Record<string, T>) =>
  Object.fromEntries(
    Object.keys(recorded)
      .toSorted()
      .map((name) => [name, isSameShape(earlier[name], recorded[name]) ? earlier[name] : recorded[name]]),
  );
