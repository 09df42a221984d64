import { refundOrder } from '../../domain/payments/refund.ts';
import { ticketFor, withLease } from '../../storage/idempotency.ts';
import { endpoint } from '../endpoint.ts';
import { assertTakesPayments, MONEY_KEY_SECONDS } from './payment-key.ts';
import { refundOrderRoute } from './routes.ts';

/** Longer than the time limit of the function: whoever takes over finds the first one gone. */
const LEASE_SECONDS = 30;

export const handler = endpoint(refundOrderRoute, (request) => {
  const { company, params, input } = request;
  assertTakesPayments(request.caller);
  const ticket = ticketFor({
    company,
    operation: refundOrderRoute.name,
    key: request.idempotencyKey,
    input: { params, body: input ?? {} },
    keptForSeconds: MONEY_KEY_SECONDS,
  });
  return withLease(ticket, LEASE_SECONDS, () =>
    refundOrder({ company, orderId: params['order_id'] ?? '', amount: request.body.amount, ticket }),
  );
});
