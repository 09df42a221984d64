import { nowMs } from '../../../platform/clock.ts';
import { dueMoment } from '../../../storage/due.ts';
import { getRow, type Key } from '../../../storage/table.ts';
import { checkUnpaid } from './check-unpaid.ts';
import { closeSessionOf } from './close-session.ts';
import { takeLanded } from './take-payment.ts';
import { changeOrderWithCards } from '../gift-cards/change-order-with-cards.ts';
import { orderCodec } from '../../checkout/orders/order-codec.ts';
import { expiresAtMs } from '../../checkout/orders/rules.ts';
import { stateOf } from '../../checkout/orders/states.ts';

const BY = { system: 'expiry-sweep' };

/**
 * Expires one unpaid order whose window has passed. Its payment page is closed at the gateway first; a payment that
 * landed there counts now, even without a notification. Stock, seats, discount use and picture are released in the same
 * transaction, so exactly once. Before that moment the gateway is asked for a payment if `mayAsk` returns true. Throws
 * `GatewayUnavailable`: the sweep retries.
 */
export const expireOrder = async (key: Key, mayAsk: () => boolean = () => true): Promise<'expired' | 'kept'> => {
  const raw = await getRow(key, { consistent: true });
  let order = raw && orderCodec.read(raw);
  if (!raw || !order || stateOf(order) !== 'unpaid') return 'kept';
  if (expiresAtMs(order) > nowMs()) {
    if (raw.duesk && dueMoment(raw) <= nowMs()) await checkUnpaid(order, raw, mayAsk());
    return 'kept';
  }
  const closed = await closeSessionOf(order);
  if (closed.state === 'paid') order = await takeLanded(order, closed.payment);
  const { changed } = await changeOrderWithCards(order, { kind: 'expired', by: BY }, { by: BY, seed: order });
  return changed ? 'expired' : 'kept';
};
