import { changeDelivery } from '../../domain/checkout/orders/change-delivery.ts';
import { callerActor } from '../../pipeline/caller.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { idempotencyOf } from '../../pipeline/idempotency.ts';
import { changeDeliveryRoute } from './routes.ts';

export const handler = endpoint(changeDeliveryRoute, (request) => {
  const { company, params } = request;
  const idempotency = idempotencyOf(changeDeliveryRoute, request);
  return changeDelivery({
    company,
    orderId: params['order_id'] ?? '',
    by: callerActor(request.caller),
    idempotency,
    input: () => request.body,
  });
});
