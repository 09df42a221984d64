import { readDelivery } from '../../../domain/webhooks/list-deliveries.ts';
import { presentDeliveryDetail } from '../../../domain/webhooks/present.ts';
import { endpoint } from '../../endpoint.ts';
import { readDeliveryRoute } from '../routes.ts';

export const handler = endpoint(readDeliveryRoute, async ({ company, params }) => ({
  status: 200,
  body: presentDeliveryDetail(await readDelivery(company, params['delivery_id'] ?? '')),
}));
