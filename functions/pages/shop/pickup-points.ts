import { written } from '../kit/markup.ts';
import { pickupPointsFor } from './pickup-search.ts';
import { pointsList } from './pages/form-delivery.ts';
import { pageReply } from '../kit/reply.ts';
import { shopPickupPoints } from './routes.ts';
import { FormValues } from '../kit/form-values.ts';
import { shopEndpoint } from './endpoint.ts';

/** Pickup points near a place, for the script that shows them in the form. */
export const handler = shopEndpoint(shopPickupPoints, {}, async (visit) => {
  const { query } = visit.request;
  const typed = new FormValues([
    ['delivery.address.country', query['country'] ?? ''],
    ['delivery.address.postcode', query['postcode'] ?? ''],
  ]);
  const html = await written(pointsList(visit, typed, await pickupPointsFor(visit, typed)));
  return pageReply(visit.request, { html, caching: 'never', language: visit.language });
});
