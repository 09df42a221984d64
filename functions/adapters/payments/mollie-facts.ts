import * as z from 'zod/mini';
import { lazy } from '../../platform/lazy.ts';
import { callMollie } from './mollie-client.ts';
import {
  capturedOf,
  chargebackStatusOf,
  fromMollieAmount,
  mollieShapes,
  findMolliePayment,
  refundStatusOf,
  paymentStatusOf,
  type MolliePayment,
} from './mollie-payment.ts';
import { nextPath, paymentsSince } from './mollie-session.ts';
import type { GatewayFact } from './port.ts';

/**
 * Every authorized or captured payment, every refund and every chargeback created at Mollie in a time range. Mollie
 * lists them newest first.
 */
export const mollieFacts = async function* (fromMs: number, toMs: number): AsyncGenerator<GatewayFact> {
  for await (const each of paymentsSince(fromMs)) if (isBefore(each, toMs)) yield* paymentFacts(each);
  for await (const each of recordsSince('refunds', refundPage(), fromMs)) {
    if (!isBefore(each, toMs)) continue;
    const { refund_key: refundKey } = each.metadata;
    yield {
      ...(await factOf('refund', each)),
      ...(refundKey ? { refundKey } : {}),
      status: refundStatusOf(each),
    };
  }
  for await (const each of recordsSince('chargebacks', chargebackPage(), fromMs)) {
    if (isBefore(each, toMs)) yield { ...(await factOf('dispute', each)), status: chargebackStatusOf(each) };
  }
};

interface MollieRecord {
  createdAt: string;
}

const isBefore = ({ createdAt }: MollieRecord, toMs: number): boolean => Date.parse(createdAt) < toMs;

const links = lazy(() => z.object({ next: z.optional(z.nullable(z.object({ href: z.string() }))) }));
const refundPage = lazy(() =>
  z.object({
    _embedded: z.pipe(
      z.object({ refunds: z.array(mollieShapes.refund()) }),
      z.transform(({ refunds }) => refunds),
    ),
    _links: links(),
  }),
);
const chargebackPage = lazy(() =>
  z.object({
    _embedded: z.pipe(
      z.object({ chargebacks: z.array(mollieShapes.chargeback()) }),
      z.transform(({ chargebacks }) => chargebacks),
    ),
    _links: links(),
  }),
);

interface Page<T> {
  _embedded: T[];
  _links: { next?: { href: string } | null | undefined };
}

const recordsSince = async function* <T extends MollieRecord>(
  noun: string,
  shape: z.ZodMiniType<Page<T>>,
  fromMs: number,
): AsyncGenerator<T> {
  let path: string | undefined = `/${noun}?limit=250`;
  while (path !== undefined) {
    const page: Page<T> = await callMollie({ method: 'GET', path }, shape);
    for (const each of page._embedded) {
      if (Date.parse(each.createdAt) < fromMs) return;
      yield each;
    }
    path = nextPath(page._links.next?.href);
  }
};

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
