import { settleOrder } from '../../domain/payments/settle.ts';
import { once, ticketFor } from '../../storage/idempotency.ts';
import { endpoint } from '../endpoint.ts';
import { assertTakesPayments, MONEY_KEY_SECONDS } from './payment-key.ts';
import { settleOrderRoute } from './routes.ts';

export const handler = endpoint(settleOrderRoute, (request) => {
  const { company, params, input } = request;
  assertTakesPayments(request.caller);
  const ticket = ticketFor({
    company,
    operation: settleOrderRoute.name,
    key: request.idempotencyKey,
    input: { params, body: input },
    keptForSeconds: MONEY_KEY_SECONDS,
  });
  return once(ticket, () => {
    const { mode, external_reference: externalReference } = request.body;
    return settleOrder({ company, orderId: params['order_id'] ?? '', mode, externalReference, ticket });
  });
});
