import { advanceShipment } from '../../domain/fulfillment/shipments/advance.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { idempotencyOf, withKeyBeforeBody } from '../../pipeline/idempotency.ts';
import { returnShipmentRoute as route } from './routes.ts';
import { visibleOrNull } from '../../platform/visible.ts';

export const handler = endpoint(route, (request) =>
  withKeyBeforeBody(idempotencyOf(route, request), (idempotency) =>
    advanceShipment({
      company: request.company,
      id: request.params['shipment_id'] ?? '',
      step: { status: 'returned', reason: visibleOrNull(request.body?.reason) },
      idempotency,
    }),
  ),
);
