import * as z from 'zod/mini';
import { late } from '../../platform/late.ts';

const amount = late(() => z.int().check(z.gte(0)));

/** `cs_` + 32 hex */
export const sessionId = late(() =>
  z.string().check(z.regex(/^cs_[0-9a-f]{32}$/, 'This must be the id of a session.')),
);

/** What a payment page shows and where it returns to. */
export const sessionDetails = late(() =>
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
      total: amount(),
    }),
    seller: z.strictObject({ name: z.string(), vatNumber: z.nullable(z.string()) }),
    lines: z.array(z.strictObject({ name: z.string(), quantity: z.int(), amount: amount() })),
    returnUrl: z.string(),
    locale: z.nullable(z.string()),
  }),
);

/** Body of opening a session at the test gateway. */
export const openSessionBody = late(() => z.extend(sessionDetails(), { sessionId: sessionId(), expiresAtMs: z.int() }));

/** Body of a refund at the test gateway. */
export const refundBody = late(() =>
  z.strictObject({
    paymentReference: z.string(),
    amount: z.int().check(z.gte(1)),
    currency: z.string(),
    refundKey: z.string().check(z.minLength(1)),
  }),
);

export const openedSession = late(() =>
  z.strictObject({ url: z.string(), gatewaySessionId: z.string(), expiresAtMs: z.int() }),
);
export const closedSession = late(() => z.strictObject({ result: z.enum(['closed', 'paid']) }));
export const refundResult = late(() =>
  z.union([
    z.strictObject({ status: z.literal('refunded'), amount: z.int() }),
    z.strictObject({ status: z.literal('declined'), reason: z.string() }),
  ]),
);
export const paymentState = late(() =>
  z.strictObject({
    status: z.enum(['authorized', 'captured', 'cancelled', 'failed', 'unknown']),
    captured: z.int(),
    refunded: z.int(),
  }),
);

/** A notification as it travels; `GatewayNotice` of the port. */
export const gatewayNotice = late(() =>
  z.strictObject({
    gateway: z.literal('test'),
    noticeId: z.string(),
    company: z.string(),
    orderId: z.string(),
    sessionId: sessionId(),
    paymentReference: z.string(),
    kind: z.enum(['authorized', 'captured', 'failed', 'cancelled', 'refunded']),
    amount: z.int(),
    currency: z.string(),
    occurredAtMs: z.int(),
    reason: z.optional(z.string()),
  }),
);

export type SessionDetails = z.output<ReturnType<typeof sessionDetails>>;
