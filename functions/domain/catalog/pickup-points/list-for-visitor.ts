import { nowMs } from '../../../platform/clock.ts';
import { warmMap } from '../../../platform/warm-state.ts';
import type { Visitor } from '../../company/users/visits/visitor-limits.ts';
import { consumeLookupLimitOfVisitor } from './lookup-limit.ts';
import { lookUpPickupPoints, type PickupPoint, type PickupQuery } from './list.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';

/** Cache lifetime. Couriers change their points daily at most. */
const CACHE_MS = 10 * MINUTE_MS;
const CACHED_PLACES = 500;

const cache = warmMap<string, { points: readonly PickupPoint[]; untilMs: number }>();

/**
 * Pickup points for a visitor of a shop. Results are cached by country and postcode for ten minutes; only cache misses
 * count against the limit. Throws 429 `rate_limited`, independent of the limit for the company's keys, and 503
 * `pickup_lookup_unavailable`.
 */
export const listPickupPointsForVisitor = async (
  visitor: Visitor,
  query: PickupQuery,
): Promise<readonly PickupPoint[]> => {
  const place = `${query.country} ${query.postcode.replaceAll(' ', '').toUpperCase()}`;
  const cached = cache.get(place);
  if (cached && cached.untilMs > nowMs()) return cached.points;
  await consumeLookupLimitOfVisitor(visitor);
  const points = await lookUpPickupPoints(query);
  if (cache.size >= CACHED_PLACES) cache.clear();
  cache.set(place, { points, untilMs: nowMs() + CACHE_MS });
  return points;
};
