/** Creates a value when it is first used, and only once. */
export const lazy = <T>(make: () => T): (() => T) => {
  let made: { thing: T } | undefined;
  return () => (made ??= { thing: make() }).thing;
};
