import type { ItemMail } from '../items/messages.ts';
import type { EndpointDisabledNotice } from '../webhooks/messages.ts';

/** An order was fulfilled: documents to whom they are for, a confirmation to the buyer, a shipment for the post. */
export interface OrderMail {
  kind: 'order';
  company: string;
  orderId: string;
}

/** What stands on the queue `mail`. */
export type MailWork = OrderMail | ItemMail | EndpointDisabledNotice;
