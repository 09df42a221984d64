/** Maximum difference between the clocks of functions. */
export const SKEW_MS = 300_000;
