import { changeDelivery } from '../../domain/orders/change-delivery.ts';
import { actorOf } from '../caller.ts';
import { endpoint } from '../endpoint.ts';
import { idempotencyOf } from '../idempotency.ts';
import { changeDeliveryRoute } from './routes.ts';

export const handler = endpoint(changeDeliveryRoute, (request) => {
  const { company, params } = request;
  const idempotency = idempotencyOf(changeDeliveryRoute, request);
  return changeDelivery({
    company,
    orderId: params['order_id'] ?? '',
    by: actorOf(request.caller),
    idempotency,
    wish: () => request.body,
  });
});
