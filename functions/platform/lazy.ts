/** Makes a value once, on first use. */
export const lazy = <T>(make: () => T): (() => T) => {
  let made: { thing: T } | undefined;
  return () => (made ??= { thing: make() }).thing;
};
