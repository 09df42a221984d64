import { nowMs } from '../../../../platform/clock.ts';
import { notFound } from '../../../../platform/errors.ts';
import type { Message } from '../../../../platform/messages/message.ts';
import { outcomes } from '../../../../platform/messages/outcomes.ts';
import { retryOnConflict } from '../../../../storage/retry.ts';
import { rowUpdate } from '../../../../storage/row-update.ts';
import { getRows } from '../../../../storage/table.ts';
import { TransactionRefused, transact } from '../../../../storage/transactions.ts';
import type { Reply } from '../../../../storage/idempotency.ts';
import type { ReplyRecorder } from '../../../../storage/request-guid.ts';
import { companyKey, type CompanyRow } from '../../../company/companies/rows.ts';
import { assertInvoiceContract } from './issue-directly.ts';
import { activateCaptured } from './item-order.ts';
import { ITEM_ORDER_WRITE, itemOrderKey, uncapturedCondition, type ItemOrderRow } from './item-orders.ts';
import { readItemsOfOrder } from '../of-order-id.ts';
import { actorOf, type Operator } from '../operate.ts';
import { capturePreview } from '../preview.ts';
import { CANCELLED } from '../rows.ts';

/**
 * Captures an order issued without payment (lib/reference/items.md#capture): the order becomes paid and its items
 * active. Only the first capture succeeds; any other gets 404, as does the capture of an order whose items are all
 * discarded. If this call is interrupted, the worker that follows every commit activates the remaining items.
 */
export const captureOrder = (operator: Operator, orderId: string, recording: ReplyRecorder): Promise<Reply> =>
  retryOnConflict(async () => {
    const order = await uncapturedOrder(operator.company, orderId);
    const items = await readItemsOfOrder(operator.company, orderId);
    // Items still being issued count: they are activated once they exist.
    const active = order.facts.orderItems - items.filter(({ status }) => status === CANCELLED).length;
    if (active === 0) throw nothingToCapture();
    // Writes only these members: a concurrent erasure changes others.
    const paid: Pick<ItemOrderRow, 'state' | 'captured'> = {
      state: 'paid',
      captured: { by: actorOf(operator), requestId: recording.guid, atMs: nowMs() },
    };
    const update = rowUpdate({ key: order, set: paid, if: uncapturedCondition(order) });
    const reply = recording.reply(200, { order_id: orderId, message: capturedMessage(order, active) });
    await transact([{ update, name: ITEM_ORDER_WRITE }, recording.record(reply)], () =>
      capturePreview(reply.body, order, active),
    );
    await activateCaptured({ ...order, ...paid }, items);
    return reply;
  }, isOvertaken);

const uncapturedOrder = async (slug: string, orderId: string): Promise<ItemOrderRow> => {
  const keys = { company: companyKey(slug), order: itemOrderKey(slug, orderId) };
  const rows = await getRows(Object.values(keys), { consistent: true });
  const company = rows.get<CompanyRow>(keys.company);
  if (!company) throw notFound('company');
  assertInvoiceContract(company);
  const order = rows.get<ItemOrderRow>(keys.order);
  if (order?.state !== 'awaiting-payment') throw nothingToCapture();
  return order;
};

const isOvertaken = (error: unknown): boolean =>
  error instanceof TransactionRefused && error.failures.every(({ name }) => name === ITEM_ORDER_WRITE);

const capturedMessage = ({ facts }: ItemOrderRow, active: number): Message =>
  active === facts.orderItems
    ? outcomes('order_captured')
    : outcomes('order_partly_captured', { active, issued: facts.orderItems });

const nothingToCapture = () => notFound('uncaptured order');
