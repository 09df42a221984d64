import {
  capturedOf,
  chargebackStatusOf,
  fromMollieAmount,
  findMolliePayment,
  refundStatusOf,
  paymentStatusOf,
  type MolliePayment,
} from './mollie-payment.ts';
import { chargebacksSince, paymentsSince, refundsSince } from './mollie-lists.ts';
import type { GatewayFact } from './port.ts';

/**
 * Every authorized or captured payment, every refund and every chargeback created at Mollie in a time range. Mollie
 * lists them newest first.
 */
export const mollieFacts = async function* (fromMs: number, toMs: number): AsyncGenerator<GatewayFact> {
  for await (const each of paymentsSince(fromMs)) if (isBefore(each, toMs)) yield* paymentFacts(each);
  for await (const each of refundsSince(fromMs)) {
    if (!isBefore(each, toMs)) continue;
    const { refund_key: refundKey } = each.metadata;
    yield {
      ...(await factOf('refund', each)),
      ...(refundKey ? { refundKey } : {}),
      status: refundStatusOf(each),
    };
  }
  for await (const each of chargebacksSince(fromMs)) {
    if (isBefore(each, toMs)) yield { ...(await factOf('dispute', each)), status: chargebackStatusOf(each) };
  }
};

const isBefore = ({ createdAt }: { createdAt: string }, toMs: number): boolean => Date.parse(createdAt) < toMs;

type PaymentLink = Pick<GatewayFact, 'paymentReference' | 'order'>;

const linkOf = ({ id, metadata: { company, order_id: orderId } }: MolliePayment): PaymentLink => ({
  paymentReference: id,
  ...(company && orderId ? { order: { company, id: orderId } } : {}),
});

const paymentFacts = (payment: MolliePayment): GatewayFact[] => {
  const fact = { kind: 'payment', id: payment.id, ...linkOf(payment), currency: payment.amount.currency } as const;
  const status = paymentStatusOf(payment);
  if (status === 'captured') return [{ ...fact, amount: capturedOf(payment), status }];
  if (status === 'authorized') return [{ ...fact, amount: fromMollieAmount(payment.amount), status }];
  return [];
};

/** A refund or a chargeback, with the order of its payment. */
const factOf = async <K extends GatewayFact['kind']>(
  kind: K,
  { id, amount, paymentId = '' }: { id: string; amount: MolliePayment['amount']; paymentId?: string | undefined },
): Promise<Omit<GatewayFact, 'status'> & { kind: K }> => {
  const payment = await findMolliePayment(paymentId);
  const link = payment ? linkOf(payment) : { paymentReference: paymentId };
  return { kind, id, ...link, amount: fromMollieAmount(amount), currency: amount.currency };
};
