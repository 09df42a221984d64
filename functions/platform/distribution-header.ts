/** Header that our distribution always overwrites. */
export const DISTRIBUTION_HEADER = 'x-via-distribution';
