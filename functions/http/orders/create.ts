import { createOrder } from '../../domain/orders/create.ts';
import { actorOf } from '../caller.ts';
import { endpoint } from '../endpoint.ts';
import { createOrderRoute } from './create.route.ts';

export const handler = endpoint(createOrderRoute, (request) =>
  createOrder({
    company: request.company,
    idempotencyKey: request.idempotencyKey,
    input: request.input,
    body: () => request.body,
    admitted: request.admitted,
    caller: { by: actorOf(request.caller), createdBy: request.caller.createdBy },
  }),
);
