import * as z from 'zod/mini';
import { LINK_KINDS } from '../../company/users/link-kinds.ts';
import { itemMail } from '../../value/items/mail/messages.ts';
import { endpointDisabledNotice } from '../webhooks/messages.ts';

/** An order was fulfilled: documents to whom they are for, a confirmation to the buyer, a shipment for the post. */
const orderMail = z.object({ kind: z.literal('order'), company: z.string(), orderId: z.string() });

/** Another event of an order that its buyer is notified of. Amounts in the smallest unit, as of the event. */
const orderNotice = z.object({
  kind: z.literal('order-notice'),
  company: z.string(),
  orderId: z.string(),
  /** The same for the same happening. */
  mailId: z.string(),
  what: z.discriminatedUnion('is', [
    /** It is paid, and sent at a moment to come. */
    z.object({ is: z.literal('receipt') }),
    z.object({ is: z.literal('refund'), amount: z.int(), inAll: z.int(), endsOrder: z.boolean() }),
    /** Its payment was not completed after all. */
    z.object({ is: z.literal('cancelled') }),
    /** A payment that could not count is back, in the currency of the order unless it names another. */
    z.object({ is: z.literal('returned'), amount: z.int(), currency: z.optional(z.string()) }),
    /** Its cards were handed to the post or a courier. */
    z.object({
      is: z.literal('posted'),
      carrier: z.nullable(z.string()),
      number: z.nullable(z.string()),
      url: z.nullable(z.string()),
    }),
    /** An event was cancelled: its name and the reason are read with it. `refund`: what the buyer gets back. */
    z.object({ is: z.literal('event_cancelled'), productId: z.string(), id: z.string(), refund: z.int() }),
    /** An event has another date or place, and its tickets were issued: to whom they went. */
    z.object({ is: z.literal('event_moved'), productId: z.string() }),
    /** It is sent at another time or to another person. */
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
  /** Of a reminder that staff sent again: the days before expiry for which it was due. */
  days: z.optional(z.int()),
});

/** A link with which a user sets a password. The link itself is made when the mail is composed. */
const userLinkMail = z.object({
  kind: z.literal('user-link'),
  company: z.string(),
  username: z.string(),
  link: z.enum(LINK_KINDS),
  linkId: z.string(),
});

/** The users with an address get a link each, which are mailed in turn. */
const passwordReset = z.object({
  kind: z.literal('password-reset'),
  id: z.string(),
  email: z.string(),
  language: z.string(),
  atMs: z.number(),
});

/** A mail came back for good. What it was is known by its tags, which the mail service hands back as they were sent. */
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
