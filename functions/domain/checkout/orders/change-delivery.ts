import { refunds } from '../../../platform/messages/refunds.ts';
import type { Actor } from '../../../platform/actor.ts';
import { nowMs } from '../../../platform/clock.ts';
import { once, recordReplyWrite, type IdempotencyRecord, type Reply } from '../../../storage/idempotency.ts';
import { getRow } from '../../../storage/table.ts';
import { transact } from '../../../storage/transactions.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { sendAtIn } from '../../catalog/delivery/rules.ts';
import type { SendAt, DeliveryChange } from '../../catalog/products/parties.ts';
import { Faults } from '../../catalog/products/faults.ts';
import { linesToIssue } from './lines-to-issue.ts';
import { changeOrder } from './change-order.ts';
import { presentOrder } from './present.ts';
import type { OrderRow } from './rows.ts';

/** Body of the request. At least one member is required. */
export interface DeliveryChangeInput {
  /** RFC 3339 with an offset. */
  send_at?: string | undefined;
  recipient_email?: string | undefined;
}

interface DeliveryRequest {
  company: string;
  orderId: string;
  by: Actor;
  idempotency: IdempotencyRecord;
  /** Parses the body; called only when the key is new. */
  input: () => DeliveryChangeInput;
}

/**
 * Changes the time or address of a scheduled delivery (lib/reference/delivery.md#changes). Throws 404, 409 if the order
 * is not scheduled or its time has passed, and 422 for an invalid time or address.
 */
export const changeDelivery = ({ company, orderId: id, by, idempotency, input }: DeliveryRequest): Promise<Reply> =>
  once(idempotency, async () => {
    const changes = input();
    const { order, changed } = await changeOrder(
      { company, id },
      async (before) => ({ kind: 'delivery_changed', by, to: await deliveryChangeOf(changes, before) }),
      { also: (after) => [recordReplyWrite(idempotency, replyOf(after))] },
    );
    const reply = replyOf(order);
    // Record the reply, so that a repeat returns it even if the delivery has changed since.
    if (!changed) await transact([recordReplyWrite(idempotency, reply)]);
    return reply;
  });

const replyOf = (order: OrderRow): Reply => ({ status: 200, body: presentOrder(order) });

const deliveryChangeOf = async (input: DeliveryChangeInput, order: OrderRow): Promise<DeliveryChange> => {
  const faults = new Faults();
  const { send_at: text, recipient_email: recipientEmail } = input;
  if (text === undefined && recipientEmail === undefined) {
    faults.add('send_at', 'Send send_at, recipient_email, or both.');
  }
  const sendAt = text === undefined ? undefined : await momentOf(text, order, faults);
  if (recipientEmail !== undefined && order.delivery.method !== 'recipient_email') {
    faults.add('recipient_email', refunds('recipient_missing'));
  }
  faults.raise();
  return {
    ...(sendAt ? { sendAt } : {}),
    ...(recipientEmail === undefined ? {} : { recipientEmail }),
  };
};

/** Only lines that will be issued must be valid at the new time. A fully refunded line does not prevent the change. */
const momentOf = async (text: string, order: OrderRow, faults: Faults): Promise<SendAt | undefined> => {
  const company = await getRow<CompanyRow>(companyKey(order.company));
  if (!company) throw new Error('The company of an order does not exist');
  const validities = linesToIssue(order).map(({ validity }) => validity);
  return sendAtIn('send_at', text, { validities, zone: company.time_zone, nowMs: nowMs() }, faults);
};
