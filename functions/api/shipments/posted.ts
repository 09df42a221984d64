import { advanceShipment } from '../../domain/fulfillment/shipments/advance.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { idempotencyOf, withKeyBeforeBody } from '../../pipeline/idempotency.ts';
import { postShipmentRoute as route } from './routes.ts';

export const handler = endpoint(route, (request) =>
  withKeyBeforeBody(idempotencyOf(route, request), (idempotency) =>
    advanceShipment({
      company: request.company,
      id: request.params['shipment_id'] ?? '',
      step: { status: 'posted', input: request.body ?? {} },
      idempotency,
    }),
  ),
);
