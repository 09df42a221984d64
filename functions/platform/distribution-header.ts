/** Header that the distribution always overwrites. */
export const DISTRIBUTION_HEADER = 'x-via-distribution';
