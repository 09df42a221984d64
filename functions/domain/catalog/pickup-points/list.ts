import { findServicePoints, type ServicePoint } from '../../../adapters/courier/service-points.ts';
import { unavailable } from '../../../platform/errors.ts';
import { listPage } from '../../../storage/cursors.ts';
import { consumeLookupLimit } from './lookup-limit.ts';

const RETRY_AFTER_SECONDS = 5;

export interface PickupQuery {
  /** Two capital letters. */
  country: string;
  postcode: string;
}

/**
 * GET /v2/pickup-points: a live lookup, nearest first, in one page. Throws 429 above the company's limit on lookups per
 * minute, and 503 `pickup_lookup_unavailable` when the courier does not respond in time.
 */
export const listPickupPoints = async (company: string, query: PickupQuery) => {
  await consumeLookupLimit(company);
  return listPage({ company, list: 'pickup-points' }, await lookUpPickupPoints(query), undefined);
};

/** Pickup points of the courier, nearest first. Throws 503 `pickup_lookup_unavailable`. */
export const lookUpPickupPoints = async (query: PickupQuery): Promise<PickupPoint[]> => {
  const points = await findServicePoints(query).catch((error: unknown) => {
    const message = 'The courier does not answer. Try again shortly.';
    throw unavailable('pickup_lookup_unavailable', message, RETRY_AFTER_SECONDS, error);
  });
  return points.map(presentPoint);
};

export type PickupPoint = ReturnType<typeof presentPoint>;

const presentPoint = (point: ServicePoint) => ({
  id: point.id,
  object: 'pickup_point' as const,
  name: point.name,
  street: point.street,
  postcode: point.postcode,
  city: point.city,
  country: point.country,
  distance_metres: point.distanceMetres,
  coordinates: point.coordinates,
  opening_hours: point.openingHours,
});
