import { listPickupPointsForVisitor } from '../../domain/catalog/pickup-points/list-for-visitor.ts';
import { ApiError } from '../../platform/errors.ts';
import type { FormValues } from '../kit/form-values.ts';
import type { PickupPoints } from './pages/form-delivery.ts';
import type { Visit } from './visit.ts';

/** Pickup points near the address in the form, or why there are none. Counts against the limit for visitors. */
export const pickupPointsFor = async (visit: Visit, typed: FormValues): Promise<PickupPoints> => {
  const country = typed.get('delivery.address.country');
  const postcode = typed.get('delivery.address.postcode');
  if (!/^[A-Z]{2}$/.test(country) || !/^[\w -]{2,12}$/.test(postcode)) return { fault: 'place' };
  try {
    const visitor = { company: visit.shop.company.slug, address: visit.request.address };
    return { points: await listPickupPointsForVisitor(visitor, { country, postcode }) };
  } catch (error) {
    if (error instanceof ApiError && (error.status === 503 || error.status === 429)) return { fault: 'unavailable' };
    throw error;
  }
};
