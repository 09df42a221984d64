import { keyedHash } from '../../../../platform/secrets.ts';
import { visibleOrNull } from '../../../../platform/visible.ts';
import type { ReplyRecorder } from '../../../../storage/request-guid.ts';
import type { CompanyRow } from '../../../company/companies/rows.ts';
import { actorOf, type Operator } from '../operate.ts';
import { itemOrderKey, noReplyEmail, type ItemOrderRow } from './item-orders.ts';
import { legacyOrderId } from './of-order.ts';

interface NewItemOrder extends Pick<ItemOrderRow, 'state' | 'externalProductId' | 'note'> {
  /** Purpose of the keyed hash from which the codes are derived. */
  use: 'item-order' | 'operator-issue';
  facts: Omit<ItemOrderRow['facts'], 'orderId'>;
  receiver: { name: string | undefined; email: string | undefined };
}

/**
 * An order of directly issued items. The seed and the order id are derived from the guid and the company, so that a
 * repeat issues the same codes.
 */
export const newItemOrder = (
  company: CompanyRow,
  operator: Operator,
  { guid, inputHash }: ReplyRecorder,
  { use, facts, receiver, ...members }: NewItemOrder,
): ItemOrderRow => {
  const codeSeed = keyedHash(use, `${company.slug}\n${guid}`).toString('hex');
  const orderId = legacyOrderId(company.slug, codeSeed);
  const { name, email = null } = receiver;
  const deliverTo = email === noReplyEmail(company) ? null : email;
  // Items that await payment are emailed, and so delivered, when captured.
  const isDelivered = members.state === 'paid' && deliverTo !== null;
  return {
    ...itemOrderKey(company.slug, orderId),
    type: 'item-order',
    v: 1,
    company: company.slug,
    orderId,
    ...members,
    facts: {
      ...facts,
      orderId,
      receiver: { name: visibleOrNull(name), email, phone: null },
      deliveredAtMs: isDelivered ? facts.createdAtMs : null,
    },
    codeSeed,
    by: actorOf(operator),
    requestId: guid,
    inputHash,
    captured: null,
    deliverTo,
  };
};
