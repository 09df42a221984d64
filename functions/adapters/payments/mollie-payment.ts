import * as z from 'zod/mini';
import { decimalText, minorFromDecimal } from '../../platform/decimals.ts';
import { lazy } from '../../platform/lazy.ts';
import { METHODS, type PaymentMethodDetails, type PaymentMethodType } from '../../platform/payment-methods.ts';
import { GatewayUnavailable, type PaymentState } from './port.ts';
import { callMollie, MollieRefusal } from './mollie-client.ts';

const amount = lazy(() => z.object({ currency: z.string(), value: z.string() }));
type MollieAmount = z.output<ReturnType<typeof amount>>;

const metadataMembers = lazy(() =>
  z.object({
    company: z.optional(z.string()),
    order_id: z.optional(z.string()),
    session_id: z.optional(z.string()),
    /** The service's key of a refund. */
    refund_key: z.optional(z.string()),
  }),
);
type Metadata = z.output<ReturnType<typeof metadataMembers>>;

/** Metadata that links a payment to its order and a refund to its key. Empty for payments of other systems. */
const metadata = lazy(() =>
  z.pipe(
    z.unknown(),
    z.transform((given): Metadata => z.safeParse(metadataMembers(), given).data ?? {}),
  ),
);

const refund = lazy(() =>
  z.object({
    id: z.string(),
    amount: amount(),
    status: z.string(),
    metadata: metadata(),
    paymentId: z.optional(z.string()),
    createdAt: z.string(),
  }),
);
export type MollieRefund = z.output<ReturnType<typeof refund>>;

const chargeback = lazy(() =>
  z.object({
    id: z.string(),
    amount: amount(),
    paymentId: z.string(),
    createdAt: z.string(),
    reversedAt: z.optional(z.nullable(z.string())),
  }),
);
type MollieChargeback = z.output<ReturnType<typeof chargeback>>;

const capture = lazy(() => z.object({ id: z.string(), status: z.string(), amount: z.nullable(amount()) }));

const payment = lazy(() =>
  z.object({
    id: z.string(),
    status: z.string(),
    amount: amount(),
    amountCaptured: z.optional(z.nullable(amount())),
    method: z.optional(z.nullable(z.string())),
    metadata: metadata(),
    isCancelable: z.optional(z.boolean()),
    createdAt: z.string(),
    authorizedAt: z.optional(z.nullable(z.string())),
    paidAt: z.optional(z.nullable(z.string())),
    details: z.optional(
      z.nullable(
        z.object({
          cardLabel: z.optional(z.nullable(z.string())),
          cardNumber: z.optional(z.nullable(z.string())),
          failureMessage: z.optional(z.nullable(z.string())),
        }),
      ),
    ),
    _links: z.object({ checkout: z.optional(z.nullable(z.object({ href: z.string() }))) }),
    _embedded: z.optional(
      z.object({
        captures: z.optional(z.array(capture())),
        refunds: z.optional(z.array(refund())),
        chargebacks: z.optional(z.array(chargeback())),
      }),
    ),
  }),
);
export type MolliePayment = z.output<ReturnType<typeof payment>>;

export const mollieShapes = { payment, refund, chargeback, capture, anything: lazy(() => z.unknown()) };

export const toMollieAmount = (minor: number, currency: string): MollieAmount => ({
  currency,
  value: decimalText(minor, currency),
});

/** Converts an amount to the smallest unit. */
export const fromMollieAmount = ({ value, currency }: MollieAmount): number => {
  const minor = minorFromDecimal(value, currency);
  if (minor === undefined)
    throw new GatewayUnavailable(`Mollie sent an amount that is not valid: ${value} ${currency}`);
  return minor;
};

/** Mollie does not offer Link, and for Klarna it requires the buyer's address, which a session does not have. */
const NOT_AT_MOLLIE: ReadonlySet<PaymentMethodType> = new Set(['link', 'klarna']);
/** Methods that Mollie captures immediately, although other gateways support manual capture for them. */
const CAPTURED_IMMEDIATELY: ReadonlySet<PaymentMethodType> = new Set(['paypal']);

/** The methods that Mollie supports. */
export const methodsAtMollie = (methods: readonly PaymentMethodType[]): PaymentMethodType[] =>
  methods.filter((type) => !NOT_AT_MOLLIE.has(type));

/** Mollie's name for a method. */
export const mollieMethod = (type: PaymentMethodType): string => (type === 'card' ? 'creditcard' : type);

/** Whether a page with these methods uses manual capture. Methods that Mollie captures immediately ignore this mode. */
export const hasManualCapture = (methods: readonly PaymentMethodType[]): boolean =>
  methods.some((type) => METHODS[type].capture === 'manual' && !CAPTURED_IMMEDIATELY.has(type));

const BRANDS = new Map([
  ['American Express', 'amex'],
  ['Diners Club', 'diners'],
]);

/** The details of the payment method. */
export const methodOf = ({ method, details }: MolliePayment): { method?: PaymentMethodDetails } => {
  if (!method) return {};
  const { cardLabel, cardNumber } = details ?? {};
  const last4 = cardNumber?.slice(-4);
  return {
    method: {
      type: method === 'creditcard' ? 'card' : method,
      ...(cardLabel ? { brand: BRANDS.get(cardLabel) ?? cardLabel.toLowerCase().replaceAll(' ', '_') } : {}),
      ...(last4 && /^\d{4}$/.test(last4) ? { last4 } : {}),
    },
  };
};

/** A payment with its captures, refunds and chargebacks; undefined if Mollie does not know it. */
export const findMolliePayment = async (id: string): Promise<MolliePayment | undefined> => {
  try {
    const path = `/payments/${encodeURIComponent(id)}?embed=captures,refunds,chargebacks`;
    return await callMollie({ method: 'GET', path }, payment());
  } catch (error) {
    if (error instanceof MollieRefusal && (error.status === 404 || error.status === 410)) return undefined;
    throw error;
  }
};

/** `pending` and `open` map to `unknown`, because the buyer has not finished. */
const STATES: ReadonlyMap<string, PaymentState['status']> = new Map([
  ['authorized', 'authorized'],
  ['paid', 'captured'],
  ['canceled', 'cancelled'],
  ['expired', 'cancelled'],
  ['failed', 'failed'],
]);

export const paymentStatusOf = ({ status }: MolliePayment): PaymentState['status'] => STATES.get(status) ?? 'unknown';

export const capturedOf = (molliePayment: MolliePayment): number =>
  molliePayment.status === 'paid' ? fromMollieAmount(molliePayment.amountCaptured ?? molliePayment.amount) : 0;

/**
 * When a payment was paid, or else authorized. Mollie creates the payment with its page, long before the buyer pays.
 */
export const landedAtMs = ({ createdAt, authorizedAt, paidAt }: MolliePayment): number =>
  Date.parse(paidAt ?? authorizedAt ?? createdAt);

/** A requested refund counts as made, because Mollie executes it within days. */
export const refundStatusOf = ({ status }: MollieRefund): 'refunded' | 'failed' =>
  status === 'failed' || status === 'canceled' ? 'failed' : 'refunded';

/** Mollie deducts a chargeback immediately, and returns the amount if it is reversed. */
export const chargebackStatusOf = ({ reversedAt }: MollieChargeback): 'won' | 'lost' => (reversedAt ? 'won' : 'lost');

/** The state of a payment at Mollie. */
export const paymentStateOf = (molliePayment: MolliePayment): PaymentState => {
  const refunds = (molliePayment._embedded?.refunds ?? []).map((each) => ({
    refundId: each.id,
    refundKey: each.metadata.refund_key ?? null,
    amount: fromMollieAmount(each.amount),
    status: refundStatusOf(each),
  }));
  const disputes = (molliePayment._embedded?.chargebacks ?? [])
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
    .map((each) => ({ disputeId: each.id, status: chargebackStatusOf(each), amount: fromMollieAmount(each.amount) }));
  const sumOf = (all: readonly { amount: number }[]): number => all.reduce((sum, each) => sum + each.amount, 0);
  return {
    status: paymentStatusOf(molliePayment),
    amount: fromMollieAmount(molliePayment.amount),
    currency: molliePayment.amount.currency,
    captured: capturedOf(molliePayment),
    refunded: sumOf(refunds.filter(({ status }) => status === 'refunded')),
    refunds,
    disputes,
    lost: sumOf(disputes.filter(({ status }) => status === 'lost')),
    ...methodOf(molliePayment),
  };
};
