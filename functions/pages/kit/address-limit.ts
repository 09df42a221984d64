import { refusedAsRateLimited } from '../../storage/limits/limit-exceeded.ts';

/** Looks up a code under the limit of its address. Throws 429 `rate_limited` when the limit is used up. */
export const withAddressLimit = <T>(lookup: Promise<T>): Promise<T> =>
  refusedAsRateLimited(lookup, 'Too many codes were looked up from this address.');
