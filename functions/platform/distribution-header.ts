/** Header that our distribution sets, whatever a client sent under its name. */
export const DISTRIBUTION_HEADER = 'x-via-distribution';
