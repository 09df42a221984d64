/** Makes a thing when it is first asked for, and once. */
export const lazy = <T>(make: () => T): (() => T) => {
  let made: { thing: T } | undefined;
  return () => (made ??= { thing: make() }).thing;
};
