import { advanceShipment } from '../../domain/fulfillment/shipments/advance.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { assertNoBody, idempotencyOf, withKeyBeforeBody } from '../../pipeline/idempotency.ts';
import { packShipmentRoute as route } from './routes.ts';

export const handler = endpoint(route, (request) =>
  withKeyBeforeBody(idempotencyOf(route, request), (idempotency) => {
    assertNoBody(request);
    return advanceShipment({
      company: request.company,
      id: request.params['shipment_id'] ?? '',
      step: { status: 'packed' },
      idempotency,
    });
  }),
);
