import * as z from 'zod/mini';
import { LINK_KINDS } from '../../company/users/link-kinds.ts';
import { itemMail } from '../../value/items/mail/messages.ts';
import { endpointDisabledNotice } from '../webhooks/messages.ts';

/** A fulfilled order: documents to the recipients, a confirmation to the buyer, a shipment for the post. */
const orderMail = z.object({ kind: z.literal('order'), company: z.string(), orderId: z.string() });

/**
 * Another event of an order about which the buyer or the ticket holder is notified. Amounts are those at the time of
 * the event, in the smallest currency unit.
 */
const orderNotice = z.object({
  kind: z.literal('order-notice'),
  company: z.string(),
  orderId: z.string(),
  /** Deduplication id of the event. */
  mailId: z.string(),
  what: z.discriminatedUnion('is', [
    /** The order was paid, and will be delivered later. */
    z.object({ is: z.literal('receipt') }),
    z.object({ is: z.literal('refund'), amount: z.int(), inAll: z.int(), endsOrder: z.boolean() }),
    /** The payment failed after its authorization. */
    z.object({ is: z.literal('cancelled') }),
    /** A stray payment was refunded. `currency`: set if it differs from the order's. */
    z.object({ is: z.literal('returned'), amount: z.int(), currency: z.optional(z.string()) }),
    /** The cards of the order were posted. */
    z.object({
      is: z.literal('posted'),
      carrier: z.nullable(z.string()),
      number: z.nullable(z.string()),
      url: z.nullable(z.string()),
    }),
    /**
     * An event was cancelled. Its name and the reason are read when the email is composed. `refund`: amount that the
     * buyer gets back.
     */
    z.object({ is: z.literal('event_cancelled'), productId: z.string(), id: z.string(), refund: z.int() }),
    /** An event with issued tickets was rescheduled or moved. Notifies the recipient of the tickets. */
    z.object({ is: z.literal('event_moved'), productId: z.string() }),
    /** Delivery time or address changed. */
    z.object({ is: z.literal('moved') }),
  ]),
});

/** Staff cancelled an item. */
const itemCancelledMail = z.object({
  kind: z.literal('item-cancelled'),
  company: z.string(),
  code: z.string(),
  mailId: z.string(),
});

/** Cards of an order expire soon. */
const reminderMail = z.object({
  kind: z.literal('reminder'),
  company: z.string(),
  orderId: z.string(),
  validUntilMs: z.number(),
  /** Days before expiry. */
  days: z.int(),
});

/** A link for setting a password, created when the email is composed. */
const userLinkMail = z.object({
  kind: z.literal('user-link'),
  company: z.string(),
  username: z.string(),
  link: z.enum(LINK_KINDS),
  linkId: z.string(),
});

/** Each user with this email address gets a link, by a further message. */
const passwordReset = z.object({
  kind: z.literal('password-reset'),
  id: z.string(),
  email: z.string(),
  language: z.string(),
  atMs: z.number(),
});

/** An email bounced permanently. Its tags, which the mail service returns, identify it. */
const bounce = z.object({ kind: z.literal('bounce'), company: z.string(), mailId: z.string() });

/** Messages of the queue `mail`. */
export const mailWork = z.discriminatedUnion('kind', [
  orderMail,
  orderNotice,
  itemMail,
  itemCancelledMail,
  reminderMail,
  userLinkMail,
  passwordReset,
  bounce,
  endpointDisabledNotice,
]);

export type OrderMail = z.output<typeof orderMail>;
export type OrderNotice = z.output<typeof orderNotice>;
export type ItemCancelledMail = z.output<typeof itemCancelledMail>;
export type ReminderMail = z.output<typeof reminderMail>;
export type UserLinkMail = z.output<typeof userLinkMail>;
export type PasswordReset = z.output<typeof passwordReset>;
export type Bounce = z.output<typeof bounce>;
export type MailWork = z.output<typeof mailWork>;
