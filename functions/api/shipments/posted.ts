import { advanceShipment } from '../../domain/fulfillment/shipments/advance.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { idempotencyOf } from '../../pipeline/idempotency.ts';
import { postShipmentRoute as route } from './routes.ts';

export const handler = endpoint(route, (request) => {
  return advanceShipment({
    company: request.company,
    id: request.params['shipment_id'] ?? '',
    step: { status: 'posted', input: request.body ?? {} },
    idempotency: idempotencyOf(route, request),
  });
});
