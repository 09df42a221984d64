import { changeDelivery } from '../../domain/orders/change-delivery.ts';
import { idempotencyRecordFor } from '../../storage/idempotency.ts';
import { actorOf } from '../caller.ts';
import { endpoint } from '../endpoint.ts';
import { changeDeliveryRoute } from './routes.ts';

export const handler = endpoint(changeDeliveryRoute, (request) => {
  const { company, params, input } = request;
  const idempotency = idempotencyRecordFor({
    company,
    operation: changeDeliveryRoute.name,
    key: request.idempotencyKey,
    input: { params, body: input },
  });
  return changeDelivery({
    company,
    orderId: params['order_id'] ?? '',
    by: actorOf(request.caller),
    idempotency,
    wish: () => request.body,
  });
});
