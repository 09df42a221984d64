import * as z from 'zod/mini';
import { late } from '../../platform/late.ts';
import { itemMail } from '../items/messages.ts';
import { endpointDisabledNotice } from '../webhooks/messages.ts';

/** An order was fulfilled: documents to whom they are for, a confirmation to the buyer, a shipment for the post. */
const orderMail = late(() => z.object({ kind: z.literal('order'), company: z.string(), orderId: z.string() }));

/** What stands on the queue `mail`. */
export const mailWork = late(() => z.discriminatedUnion('kind', [orderMail(), itemMail(), endpointDisabledNotice()]));

export type OrderMail = z.output<ReturnType<typeof orderMail>>;
export type MailWork = z.output<ReturnType<typeof mailWork>>;
