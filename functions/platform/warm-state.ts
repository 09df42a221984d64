const forgets: (() => void)[] = [];

/**
 * State that one execution environment keeps between invocations. A new one starts without it. It must be correct when
 * missing, stale or different in a concurrent environment: it only saves calls.
 */
export const warmMap = <K, V>(): Map<K, V> => {
  const map = new Map<K, V>();
  forgets.push(() => map.clear());
  return map;
};

/** As `warmMap`. */
export const warmSet = <T>(): Set<T> => {
  const set = new Set<T>();
  forgets.push(() => set.clear());
  return set;
};

/** Starts over as a new execution environment. For a process that represents several, such as a simulation. */
export const coldStart = (): void => {
  for (const forget of forgets) forget();
};
