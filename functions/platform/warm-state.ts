const forgets: (() => void)[] = [];

/**
 * What one execution environment keeps between its invocations, and a new one starts without. Nothing may be wrong when
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

/** Continues as a new execution environment would. For a process that plays several, such as a simulation. */
export const coldStart = (): void => {
  for (const forget of forgets) forget();
};
