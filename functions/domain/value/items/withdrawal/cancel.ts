import { isDryRun } from '../../../../platform/dry-run.ts';
import { conflict, notFound, type ApiError } from '../../../../platform/errors.ts';
import { itemChanges } from '../../../../platform/messages/item-changes.ts';
import type { Reply } from '../../../../storage/idempotency.ts';
import type { ReplyRecorder } from '../../../../storage/request-guid.ts';
import { getRow, getRows } from '../../../../storage/table.ts';
import { TransactionRefused } from '../../../../storage/transactions.ts';
import { activateCaptured } from '../issuance/item-order.ts';
import { discardWrite, ITEM_ORDER_WRITE, itemOrderKey, type ItemOrderRow } from '../issuance/item-orders.ts';
import { AWAITING_PAYMENT, itemKey, type ItemRow } from '../rows.ts';
import { loadItem } from '../load.ts';
import { operate, type Operator } from '../operate.ts';
import { cancelResult } from '../results.ts';
import { decideCancel } from '../rules.ts';

/**
 * Cancels an item without claims. An item that awaits payment is discarded. `may` rejects items that the caller may not
 * cancel (legacy users without the right). Throws 422 with the reason.
 */
export const cancelItem = async (
  operator: Operator,
  code: string,
  recording: ReplyRecorder,
  may: (item: ItemRow) => ApiError | undefined = () => undefined,
): Promise<Reply> => {
  const { item, terms } = await loadItem(operator, code);
  const refused = may(item);
  if (refused) throw refused;
  let discarded = false;
  const cancel = (latest: ItemRow): Promise<Reply> =>
    operate(latest, operator, recording, {
      decide: (current) => {
        discarded = current.status === AWAITING_PAYMENT;
        return decideCancel(current, terms);
      },
      body: (after) => cancelResult(after, discarded),
      together: () => (discarded ? [discardWrite(item.company, item.orderId)] : []),
    });
  try {
    return await cancel(item);
  } catch (error) {
    if (!isCaptured(error, item)) throw error;
    return cancel(await loadActivated(item));
  }
};

/** Whether the order of the item was captured after the item was read, so that the item is active or about to be. */
const isCaptured = (error: unknown, { pk }: ItemRow): boolean =>
  error instanceof TransactionRefused &&
  error.failed(ITEM_ORDER_WRITE) !== undefined &&
  error.failures.every(({ name }) => name === ITEM_ORDER_WRITE || name === pk);

/** The item after its order was captured. Completes a pending activation. */
const loadActivated = async ({ company, code, orderId }: ItemRow): Promise<ItemRow> => {
  const keys = { item: itemKey(company, code), order: itemOrderKey(company, orderId) };
  const rows = await getRows(Object.values(keys), { consistent: true });
  const [item, order] = [rows.get<ItemRow>(keys.item), rows.get<ItemOrderRow>(keys.order)];
  if (!item || !order) throw notFound('item');
  if (item.status !== AWAITING_PAYMENT) return item;
  // A dry run writes nothing; the capture will activate the item shortly.
  if (isDryRun()) throw conflict('item_busy', itemChanges('order_being_captured'), 1);
  await activateCaptured(order, [item]);
  return (await getRow<ItemRow>(keys.item, { consistent: true })) ?? item;
};
