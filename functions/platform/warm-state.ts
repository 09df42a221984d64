const clearers: (() => void)[] = [];

/**
 * State that an execution environment keeps between invocations. It only saves calls: code must be correct if it is
 * missing, outdated, or different in a concurrent environment.
 */
export const warmMap = <K, V>(): Map<K, V> => {
  const map = new Map<K, V>();
  clearers.push(() => map.clear());
  return map;
};

/** A set with the properties of `warmMap`. */
export const warmSet = <T>(): Set<T> => {
  const set = new Set<T>();
  clearers.push(() => set.clear());
  return set;
};

/** Clears all warm state, as in a new execution environment. Used by processes that simulate several environments. */
export const coldStart = (): void => {
  for (const clear of clearers) clear();
};
