import * as z from 'zod/mini';
import { lazy } from '../../platform/lazy.ts';
import { PAYMENT_METHODS } from '../../platform/payment-methods.ts';

const amount = lazy(() => z.int().check(z.gte(0)));

/** The payment method that was used. */
const methodUsed = lazy(() =>
  z.strictObject({ type: z.string(), brand: z.optional(z.string()), last4: z.optional(z.string()) }),
);

/** `cs_` and 32 hexadecimal digits. */
export const sessionId = lazy(() =>
  z.string().check(z.regex(/^cs_[0-9a-f]{32}$/, 'This must be the id of a session.')),
);

const sessionLine = lazy(() =>
  z.strictObject({
    name: z.string(),
    quantity: z.int(),
    amount: amount(),
    /** Absent if there is no discount. */
    discount: z.optional(amount()),
  }),
);

/** What a payment page shows, and its return URL. */
const sessionDetails = lazy(() =>
  z.strictObject({
    company: z.string(),
    orderId: z.string(),
    reference: z.string(),
    amounts: z.strictObject({
      currency: z.string(),
      subtotal: amount(),
      discount: amount(),
      fees: amount(),
      shipping: amount(),
      tax: amount(),
      vat: amount(),
      total: amount(),
    }),
    due: amount(),
    giftCards: z.array(z.strictObject({ codeLast4: z.string(), amount: amount() })),
    methods: z.array(z.enum(PAYMENT_METHODS)).check(z.minLength(1)),
    seller: z.strictObject({ name: z.string(), vatNumber: z.nullable(z.string()) }),
    lines: z.array(sessionLine()),
    returnUrl: z.string(),
    locale: z.nullable(z.string()),
  }),
);

/** The body of a request that opens a session at the test gateway. */
export const openSessionBody = lazy(() =>
  z.extend(sessionDetails(), {
    sessionId: sessionId(),
    expiresAtMs: z.int(),
    companyLanguage: z.string(),
  }),
);

/** The body of a refund request to the test gateway. */
export const refundBody = lazy(() =>
  z.strictObject({
    paymentReference: z.string(),
    amount: z.int().check(z.gte(1)),
    currency: z.string(),
    refundKey: z.string().check(z.minLength(1)),
  }),
);

export const openedSession = lazy(() =>
  z.strictObject({ url: z.string(), gatewaySessionId: z.string(), expiresAtMs: z.int() }),
);
const landedPayment = lazy(() =>
  z.strictObject({
    status: z.enum(['authorized', 'captured', 'cancelled']),
    paymentReference: z.string(),
    amount: amount(),
    currency: z.string(),
    occurredAtMs: z.int(),
    method: methodUsed(),
  }),
);
const paidSession = lazy(() => z.strictObject({ state: z.literal('paid'), payment: landedPayment() }));

export const closedSession = lazy(() =>
  z.union([paidSession(), z.strictObject({ state: z.enum(['closed', 'unknown']) })]),
);
export const sessionStateShape = lazy(() =>
  z.union([paidSession(), z.strictObject({ state: z.enum(['open', 'closed', 'unknown']) })]),
);

/** Events of a payment that can be simulated, caused by a bank or in the gateway's dashboard. */
export const GATEWAY_EVENTS = [
  'dispute_opened',
  'dispute_won',
  'dispute_lost',
  'refund',
  'refund_failed',
  'captured',
  'silent',
] as const;
export type GatewayEventName = (typeof GATEWAY_EVENTS)[number];

export const gatewayEventBody = lazy(() =>
  z.strictObject({ event: z.enum(GATEWAY_EVENTS), amount: z.optional(z.int().check(z.gte(1))) }),
);

export const refundResultShape = lazy(() =>
  z.union([
    z.strictObject({ status: z.literal('refunded'), amount: z.int() }),
    z.strictObject({ status: z.literal('declined'), reason: z.string() }),
  ]),
);
export const paymentState = lazy(() =>
  z.strictObject({
    status: z.enum(['authorized', 'captured', 'cancelled', 'failed', 'unknown']),
    amount: amount(),
    currency: z.string(),
    method: z.optional(methodUsed()),
    captured: amount(),
    refunded: amount(),
    refunds: z.array(
      z.strictObject({
        refundId: z.string(),
        refundKey: z.nullable(z.string()),
        amount: amount(),
        status: z.enum(['refunded', 'failed']),
      }),
    ),
    dispute: z.nullable(
      z.strictObject({ disputeId: z.string(), status: z.enum(['open', 'won', 'lost']), amount: amount() }),
    ),
  }),
);

const noticeMembers = lazy(() => ({
  gateway: z.literal('test'),
  noticeId: z.string(),
  company: z.string(),
  orderId: z.string(),
  paymentReference: z.string(),
  amount: amount(),
  currency: z.string(),
  occurredAtMs: z.int(),
}));

/** A notification in its wire format. It has the members of `GatewayNotice`. */
export const gatewayNotice = lazy(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({
      ...noticeMembers(),
      kind: z.enum(['authorized', 'captured', 'failed', 'cancelled']),
      reason: z.optional(z.string()),
      method: z.optional(methodUsed()),
    }),
    z.strictObject({
      ...noticeMembers(),
      kind: z.enum(['refunded', 'refund_failed']),
      refundId: z.string(),
      refundKey: z.nullable(z.string()),
    }),
    z.strictObject({
      ...noticeMembers(),
      kind: z.enum(['dispute_opened', 'dispute_won', 'dispute_lost']),
      disputeId: z.string(),
    }),
  ]),
);

export type TestPaymentState = z.output<ReturnType<typeof paymentState>>;
export type TestGatewayNotice = z.output<ReturnType<typeof gatewayNotice>>;
export type SessionDetails = z.output<ReturnType<typeof sessionDetails>>;
