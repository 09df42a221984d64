/** Makes a value on first use, and once. */
export const lazy = <T>(make: () => T): (() => T) => {
  let made: { thing: T } | undefined;
  return () => (made ??= { thing: make() }).thing;
};
