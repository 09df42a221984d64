import { nowMs } from '../../platform/clock.ts';
import { dueAt } from '../../storage/due.ts';
import { ConditionFailed, getRow, updateRow, type Key } from '../../storage/table.ts';
import { transact, TransactionRefused, type Write } from '../../storage/transactions.ts';
import { discountCodeKey } from '../catalogue/rows.ts';
import { releasePicture } from '../greeting-images/rows.ts';
import { closeSessionOf } from '../payments/close-session.ts';
import { moveStock } from '../stock/counters.ts';
import type { OrderRow } from './rows.ts';
import { expiresAtMs, withEvent } from './rules.ts';
import { ORDER_WRITE, replaceOrder } from './write.ts';

/** When a payment has landed but its notice is late, the order is looked at again after this long. */
const LOOK_AGAIN_MS = 10 * 60 * 1000;

/**
 * Writes off one unpaid order (service.md, States and transitions). Its payment page is closed at the gateway first;
 * stock, seats, discount use and picture come back in the same transaction, so exactly once. An order that was paid
 * meanwhile stays as it is. Throws `GatewayUnavailable`: the sweep comes again.
 */
export const expireOrder = async (key: Key): Promise<'expired' | 'kept'> => {
  const order = await getRow<OrderRow>(key, { consistent: true });
  if (!order || order.status !== 'pending_payment' || expiresAtMs(order) > nowMs()) return 'kept';
  if ((await closeSessionOf(order)) === 'paid') {
    await lookAgainLater(order);
    return 'kept';
  }
  try {
    await transact(expiryWrites(order, nowMs()));
    return 'expired';
  } catch (error) {
    // The payment won: nothing was given back, because nothing was written.
    if (error instanceof TransactionRefused && error.failed(ORDER_WRITE)) return 'kept';
    throw error;
  }
};

const expiryWrites = (order: OrderRow, now: number): Write[] => {
  const expired: OrderRow = { ...order, status: 'expired', payment: { ...order.payment, status: 'cancelled' } };
  const uploadId = order.greeting?.image?.uploadId;
  return [
    replaceOrder(order, withEvent(expired, 'order.expired', now), now),
    ...moveStock(
      order.company,
      order.lines.flatMap((line) => line.holds),
      'give-back',
    ),
    ...(order.discount?.counted ? [giveBackUse(order.company, order.discount.code)] : []),
    ...(uploadId ? [releasePicture(order.company, uploadId, order.id)] : []),
  ];
};

const giveBackUse = (company: string, code: string): Write => ({
  name: 'discount',
  update: {
    key: discountCodeKey(company, code),
    update: 'ADD uses :minus',
    condition: 'uses >= :one',
    values: { ':minus': -1, ':one': 1 },
  },
});

const lookAgainLater = async (order: OrderRow): Promise<void> => {
  const { duepk, duesk } = dueAt('order-expiry', order.id, nowMs() + LOOK_AGAIN_MS);
  try {
    await updateRow<OrderRow>({
      key: order,
      update: 'SET duepk = :pk, duesk = :sk',
      condition: '#version = :version',
      names: { '#version': 'version' },
      values: { ':pk': duepk, ':sk': duesk, ':version': order.version },
    });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
};
