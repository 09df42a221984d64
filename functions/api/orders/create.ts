import { createOrder } from '../../domain/checkout/orders/create.ts';
import { callerActor } from '../../pipeline/caller.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { createOrderRoute } from './create.route.ts';

export const handler = endpoint(createOrderRoute, (request) =>
  createOrder({
    company: request.company,
    idempotencyKey: request.idempotencyKey,
    input: request.input,
    body: () => request.body,
    admitted: request.admitted,
    caller: { by: callerActor(request.caller), createdBy: request.caller.createdBy },
  }),
);
