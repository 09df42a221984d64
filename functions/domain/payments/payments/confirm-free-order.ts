import { returnAddress } from '../../../adapters/payments/return-address.ts';
import type { Actor } from '../../../platform/actor.ts';
import { nowMs } from '../../../platform/clock.ts';
import { commitOnce, recordReplyWrite, type IdempotencyRecord, type Reply } from '../../../storage/idempotency.ts';
import { changeOrder } from '../../checkout/orders/change-order.ts';
import { presentOrder } from '../../checkout/orders/present.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import { withPageClosed } from './close-page.ts';
import { noReturnAddress, presentSession, SESSION_LIFETIME_MS } from './session-reply.ts';

/**
 * Completes an order on which nothing is due, instead of opening a payment page. The URL of the session leads back to
 * the shop. An earlier page is closed first. Returns 201 with the session. Throws 409 `order_not_payable` when the
 * order has no return URL.
 */
export const confirmFreeOrder = (
  asRead: OrderRow,
  { id, by, idempotency }: { id: string; by: Actor; idempotency: IdempotencyRecord },
): Promise<Reply> =>
  commitOnce(idempotency, async () => {
    if (asRead.returnUrl === null) throw noReturnAddress();
    const url = returnAddress(asRead.returnUrl, asRead.id, 'authorized');
    const page = presentSession(id, url, nowMs() + SESSION_LIFETIME_MS);
    const order = await withPageClosed(asRead);
    let body: object = {};
    await changeOrder(
      order,
      { kind: 'free_order_confirmed', by, closed: asRead.session?.id },
      {
        seed: order,
        also: (after) => {
          body = { ...page, order: presentOrder(after) };
          return [recordReplyWrite(idempotency, { status: 200, body })];
        },
        preview: () => body,
      },
    );
    return { status: 201, body };
  });
