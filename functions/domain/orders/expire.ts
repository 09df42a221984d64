import { nowMs } from '../../platform/clock.ts';
import { getRow, type Key } from '../../storage/table.ts';
import { closeSessionOf } from '../payments/close-session.ts';
import { takeLanded } from '../payments/take-payment.ts';
import { changeOrder } from './change-order.ts';
import { orderCodec } from './order-codec.ts';
import { expiresAtMs } from './rules.ts';
import { stateOf } from './states.ts';

const BY = { system: 'expiry-sweep' };

/**
 * Writes off one unpaid order whose time is over. Its payment page is closed at the gateway first; a payment that landed
 * there counts now, also when nobody told of it. Stock, seats, discount use and picture come back in the same
 * transaction, so exactly once. Throws `GatewayUnavailable`: the sweep comes again.
 */
export const expireOrder = async (key: Key): Promise<'expired' | 'kept'> => {
  const raw = await getRow(key, { consistent: true });
  let order = raw && orderCodec.read(raw);
  if (!order || stateOf(order) !== 'unpaid' || expiresAtMs(order) > nowMs()) return 'kept';
  const closed = await closeSessionOf(order);
  if (closed.state === 'paid') order = await takeLanded(order, closed.payment);
  const { changed } = await changeOrder(order, { kind: 'expired', by: BY }, { seed: order });
  return changed ? 'expired' : 'kept';
};
