import { withoutCause } from '../../../platform/cause.ts';
import { notFound } from '../../../platform/errors.ts';
import {
  commitOnce,
  recordReplyWrite,
  replyIn,
  type IdempotencyRecord,
  type Reply,
} from '../../../storage/idempotency.ts';
import { getRows } from '../../../storage/table.ts';
import { transact } from '../../../storage/transactions.ts';
import { orderCodec } from '../../checkout/orders/order-codec.ts';
import { presentOrder } from '../../checkout/orders/present.ts';
import { orderKey, type OrderRow } from '../../checkout/orders/rows.ts';
import type { Actor } from '../../../platform/actor.ts';
import { changeOrderWithCards } from '../gift-cards/change-order-with-cards.ts';
import { withPageClosed } from './close-page.ts';

interface RemoveGiftCard {
  company: string;
  orderId: string;
  /** `ogc_` id of the card on the order. */
  id: string;
  by: Actor;
  idempotency: IdempotencyRecord;
}

/**
 * Releases a gift card of an unpaid order and closes the order's open payment page. Removing a released card again
 * changes nothing. Throws 404 for an unknown id, and 409 `order_not_payable` once the order is paid or has ended.
 */
export const removeGiftCard = async (request: RemoveGiftCard): Promise<Reply> => {
  const { company, orderId, idempotency } = request;
  const key = orderKey(company, orderId);
  const rows = await getRows([key, idempotency.row], { consistent: true });
  const earlier = replyIn(idempotency, rows.get(idempotency.row));
  if (earlier) return earlier;
  const raw = rows.get(key);
  if (!raw) throw notFound('order');
  const order = orderCodec.read(raw);
  if (!order.payment.giftCards?.some(({ id }) => id === request.id)) throw notFound('gift card');
  return commitOnce(idempotency, () => remove(request, order));
};

const remove = async ({ id, by, idempotency }: RemoveGiftCard, asRead: OrderRow): Promise<Reply> => {
  const isHeld = asRead.payment.giftCards?.some((card) => card.id === id && card.status === 'held') ?? false;
  const order = isHeld ? await withPageClosed(asRead) : asRead;
  let reply: Reply = { status: 200 };
  const { order: after, changed } = await changeOrderWithCards(
    order,
    { kind: 'gift_card_removed', by, id, closed: asRead.session?.id },
    {
      by,
      seed: order,
      also: (next) => {
        reply = { status: 200, body: presentOrder(next) };
        return [recordReplyWrite(idempotency, reply)];
      },
    },
  );
  if (changed) return reply;
  const unchanged: Reply = { status: 200, body: presentOrder(after) };
  await withoutCause(() => transact([recordReplyWrite(idempotency, unchanged)]));
  return unchanged;
};
