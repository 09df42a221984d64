import { loadDelivery } from '../../../domain/notifications/webhooks/list-deliveries.ts';
import { presentDeliveryDetail } from '../../../domain/notifications/webhooks/present.ts';
import { endpoint } from '../../../pipeline/endpoint.ts';
import { readDeliveryRoute } from '../routes.ts';

export const handler = endpoint(readDeliveryRoute, async ({ company, params }) => ({
  status: 200,
  body: presentDeliveryDetail(await loadDelivery(company, params['delivery_id'] ?? '')),
}));
