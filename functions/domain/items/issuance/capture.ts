import { nowMs } from '../../../platform/clock.ts';
import { notFound } from '../../../platform/errors.ts';
import { getRows } from '../../../storage/table.ts';
import { TransactionRefused, transact } from '../../../storage/transactions.ts';
import type { Reply } from '../../../storage/idempotency.ts';
import type { Recording } from '../../../storage/request-guid.ts';
import { companyKey, type CompanyRow } from '../../companies/rows.ts';
import { assertInvoiceContract } from './issue-directly.ts';
import { activateCaptured } from './item-order.ts';
import { itemOrderKey, type ItemOrderRow } from './item-orders.ts';
import { readItemsOfOrder } from '../of-order-id.ts';
import { actorOf, type Operator } from '../operate.ts';
import { capturePreview } from '../preview.ts';

/**
 * Captures an order that was issued without (lib/reference/items.md#capture): from here on it is paid, and its items
 * become active. The first capture wins; any other finds nothing to capture. If this call ends early, the worker that
 * follows every commit activates the rest.
 */
export const captureOrder = async (operator: Operator, orderId: string, recording: Recording): Promise<Reply> => {
  const keys = { company: companyKey(operator.company), order: itemOrderKey(operator.company, orderId) };
  const rows = await getRows(Object.values(keys), { consistent: true });
  const company = rows.get<CompanyRow>(keys.company);
  if (!company) throw notFound('company');
  assertInvoiceContract(company);
  const order = rows.get<ItemOrderRow>(keys.order);
  if (order?.state !== 'awaiting-payment') throw nothingToCapture();
  const captured: ItemOrderRow = {
    ...order,
    state: 'paid',
    captured: { by: actorOf(operator), requestId: recording.guid, atMs: nowMs() },
  };
  const reply = recording.reply(200, { order_id: orderId, message: 'The order is captured and its items are active.' });
  try {
    await transact(
      [
        {
          put: captured,
          condition: {
            expression: '#state = :waiting',
            names: { '#state': 'state' },
            values: { ':waiting': 'awaiting-payment' },
          },
          name: 'order',
        },
        recording.record(reply),
      ],
      () => capturePreview(reply.body, order),
    );
  } catch (error) {
    const lost = error instanceof TransactionRefused && error.failures.every(({ name }) => name === 'order');
    throw lost ? nothingToCapture() : error;
  }
  await activateCaptured(captured, await readItemsOfOrder(operator.company, orderId));
  return reply;
};

const nothingToCapture = () => notFound('uncaptured order');
