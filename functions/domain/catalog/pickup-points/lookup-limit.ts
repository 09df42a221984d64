import { consumeRateLimit, type RateLimit } from '../../../storage/limits/fixed-window.ts';
import { refusedAsRateLimited } from '../../../storage/limits/limit-exceeded.ts';
import { consumeVisitorLookupLimit, type Visitor } from '../../company/users/visits/visitor-limits.ts';
import { lookupCountKey, visitorLookupCountKey } from './rows.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';

/** Maximum lookups of a company per minute (lib/reference/delivery.md#pickup-points). */
const LOOKUPS_PER_WINDOW = 60;
/** Maximum lookups per minute of all visitors of a company's shop. They do not count against the limit for its keys. */
const VISITOR_LOOKUPS_PER_WINDOW = 120;
const WINDOW_MS = MINUTE_MS;

const perMinute = (key: RateLimit['key'], maximum: number): RateLimit => ({ key, maximum, windowMs: WINDOW_MS });

/** Counts one lookup of the company, in one conditional update. Throws 429 `rate_limited` with `Retry-After`. */
export const consumeLookupLimit = (company: string): Promise<void> =>
  refusedAsRateLimited(
    consumeRateLimit(perMinute(lookupCountKey(company), LOOKUPS_PER_WINDOW)),
    `A company has ${LOOKUPS_PER_WINDOW} pickup lookups a minute, and this one has used them. Nothing was done.`,
  );

/**
 * Counts one lookup of a visitor, first against the limit for the visitor's IP address, so that one IP address cannot
 * exhaust the limit for all visitors. Throws 429 `rate_limited` with `Retry-After`.
 */
export const consumeLookupLimitOfVisitor = (visitor: Visitor): Promise<void> =>
  refusedAsRateLimited(
    consumeVisitorLookupLimit(visitor).then(() =>
      consumeRateLimit(perMinute(visitorLookupCountKey(visitor.company), VISITOR_LOOKUPS_PER_WINDOW)),
    ),
    'Too many pickup points were looked up. Try again shortly.',
  );
