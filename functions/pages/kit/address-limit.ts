import { refusedAsRateLimited } from '../../storage/limits/limit-exceeded.ts';

/** Waits for a lookup of a code and converts an exceeded limit to 429 `rate_limited`. */
export const withAddressLimit = <T>(lookup: Promise<T>): Promise<T> =>
  refusedAsRateLimited(lookup, 'Too many codes were looked up from this address.');
