/** Creates a value when it is first used, and only once. */
export const lazy = <T>(make: () => T): (() => T) => {
  let cache: { thing: T } | undefined;
  return () => (cache ??= { thing: make() }).thing;
};
