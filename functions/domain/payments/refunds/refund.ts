import { createHash, randomUUID } from 'node:crypto';
import type { Actor } from '../../../platform/actor.ts';
import { nowMs } from '../../../platform/clock.ts';
import { ApiError, englishOf, invalidFields, notFound } from '../../../platform/errors.ts';
import { log } from '../../../platform/log.ts';
import { refunds } from '../../../platform/messages/refunds.ts';
import {
  findReply,
  releaseKeyWrite,
  IDEMPOTENCY_WRITE,
  leaseWrite,
  recordLateReplyWrite,
  replyIn,
  type Reply,
  type IdempotencyRecord,
} from '../../../storage/idempotency.ts';
import { requestInProgress } from '../../../storage/repeated-key.ts';
import { findRow } from '../../../storage/find-row.ts';
import { getRows } from '../../../storage/table.ts';
import { TRANSACTION_MAX_WRITES, TransactionRefused, type Write } from '../../../storage/transactions.ts';
import {
  settleItems,
  throwHeld,
  settlingWrites,
  itemUses,
  type ItemsBySequence,
} from '../../value/items/withdrawal/settle-items.ts';
import type { ItemRow } from '../../value/items/rows.ts';
import { assertRoomForRefund, cardResults, refundRefusal } from '../../checkout/orders/refund-rules.ts';
import { splitRefund, type CardBack } from '../../checkout/orders/gift-cards.ts';
import { changeOrderWithCards } from '../gift-cards/change-order-with-cards.ts';
import { cardBacksOf } from '../gift-cards/refund-to-cards.ts';
import { changeOrder, StaleRow } from '../../checkout/orders/change-order.ts';
import { orderCodec } from '../../checkout/orders/order-codec.ts';
import { findLatestOrder } from '../../checkout/orders/find-latest.ts';
import { orderKey, type OrderRow } from '../../checkout/orders/rows.ts';
import { previewRefund, type RefundPreview } from './preview.ts';
import { itemsIfIssued, canMoreBeIssued } from './issued-items.ts';
import { planRefund, spentFaults, spentItems, type RefundInput } from './plan.ts';
import { requestRefund } from './request-refund.ts';
import { asIfRecorded, previewOf, refundReply } from './reply.ts';
import { refundCodec, refundRowKey, type RefundRow } from '../../checkout/orders/refund-rows.ts';
import { storedPlan } from '../../checkout/allocation/runs.ts';

interface RefundRequest {
  company: string;
  orderId: string;
  by: Actor;
  idempotency: IdempotencyRecord;
  /** Parses the body; called only when the key is new. */
  input: () => RefundInput;
  /** Called with a preview before anything is written. Throw to abort. */
  onPreview?: (preview: RefundPreview) => void;
}

/** Longer than the time limit of an API request, so that the request has ended before another takes over its key. */
const LEASE_SECONDS = 30;

/**
 * Refunds money. Value is withdrawn from the items before the call to the gateway, and restored when the gateway
 * refuses, so that refunded money is never spendable (lib/reference/refunds.md#order-of-steps). The key sent to the
 * gateway is derived from the request: money is refunded only once, even after a lost response, and a refund whose
 * request crashed is finished by the sweep.
 */
export const refundOrder = async (request: RefundRequest): Promise<Reply> => {
  const { company, orderId, idempotency } = request;
  const refundKey = refundKeyOf(idempotency);
  const keys = { order: orderKey(company, orderId), refund: refundRowKey(company, orderId, refundKey) };
  const rows = await getRows([keys.order, keys.refund, idempotency.row], { consistent: true });
  const earlier = replyIn(idempotency, rows.get(idempotency.row));
  if (earlier) return earlier;
  const raw = rows.get(keys.order);
  if (!raw) throw notFound('order');
  const order = orderCodec.read(raw);
  const stored = rows.get(keys.refund);
  const begun = stored && refundCodec.read(stored);
  if (begun && begun.state !== 'refused') return finishRefund(begun);
  let started: RefundStart | undefined;
  try {
    started = await begin(request, order, refundKey, begun);
    return await finishRefund(started.row, { order: started.after, isSettled: started.isSettled });
  } catch (error) {
    // A concurrent run of the same request may have caused this refusal. If its refund exists now, replay it.
    if (started && !isFromEarlierRun(error)) throw error;
    const reply = await findReply(idempotency);
    if (reply) return reply;
    throw isFromEarlierRun(error) ? requestInProgress(1) : error;
  }
};

/** Whether an error means that another run of the same refund was first. */
const isFromEarlierRun = (error: unknown): boolean =>
  error instanceof StaleRow || (error instanceof TransactionRefused && error.failed(IDEMPOTENCY_WRITE) !== undefined);

const refundKeyOf = (idempotency: IdempotencyRecord): string =>
  createHash('sha256').update(`refund\n${idempotency.row.pk}\n${idempotency.inputHash}`).digest('hex').slice(0, 40);

interface RefundStart {
  row: RefundRow;
  after: OrderRow;
  /** Whether the items were withdrawn in the same transaction. */
  isSettled: boolean;
}

/** Writes of the transaction in addition to those of items: order, refund and lease. */
const OWN_WRITES = 3;

/** Begins the refund in one transaction, which also withdraws value from the items if their writes fit. */
const begin = async (
  request: RefundRequest,
  order: OrderRow,
  refundKey: string,
  refused: RefundRow | undefined,
): Promise<RefundStart> => {
  const { by, idempotency } = request;
  const holder = randomUUID();
  let row: RefundRow | undefined;
  let items: ItemsBySequence = new Map();
  let isSettled = false;
  const { order: after } = await changeOrder(
    order,
    async (current) => {
      const refusal = refundRefusal(current);
      if (refusal) throw refusal;
      const input = request.input();
      items = await itemsIfIssued(current);
      row = newRefund(request, current, refundKey, input, items);
      assertRoomForRefund(current, row.amount);
      return { kind: 'refund_begun', by, row, refused };
    },
    {
      seed: order,
      also: (next, before) => {
        const settling = settlingWrites(next, items, {
          cause: { by, requestId: refundKey, atMs: nowMs() },
          stamp: 'plan',
        });
        request.onPreview?.(previewRefund({ before, next, amount: row?.amount ?? 0, items, settling }));
        const writes = settling.flatMap((each) => each.writes);
        isSettled = !canMoreBeIssued(next, items) && writes.length + OWN_WRITES <= TRANSACTION_MAX_WRITES;
        return [leaseWrite(idempotency, LEASE_SECONDS, holder), ...(isSettled ? writes : [])];
      },
      refused: ({ name }) => (isItem(items, name) ? 'again' : undefined),
      preview: (next) => previewOf(next, row?.amount ?? 0),
    },
  );
  if (!row) throw new Error('A refund began without a row');
  return { row: { ...row, version: (refused?.version ?? 0) + 1 }, after, isSettled };
};

const isItem = (items: ItemsBySequence, name: string | undefined): boolean =>
  [...items.values()].some(({ pk }: ItemRow) => pk === name);

const newRefund = (
  { by, idempotency }: RefundRequest,
  order: OrderRow,
  refundKey: string,
  input: RefundInput,
  items: ItemsBySequence,
): RefundRow => {
  const sequences = new Map([...items].map(([seq, { code }]) => [code, seq]));
  const { amount, plan, named } = planRefund(
    order,
    { uses: itemUses(items, nowMs(), 'reserved'), sequences },
    input,
    () => throwHeld(items, nowMs()),
  );
  return {
    ...refundRowKey(order.company, order.id, refundKey),
    type: 'refund',
    v: 1,
    version: 0,
    company: order.company,
    orderId: order.id,
    refundKey,
    kind: 'ours',
    state: 'running',
    amount,
    gatewayMinor: splitRefund(order, amount).gatewayMinor,
    plan: storedPlan(plan),
    ...(named ? { named } : {}),
    ...(input.event ? { cancellation: input.event.cancellation } : {}),
    ticket: idempotency,
    by,
    startedAtMs: nowMs(),
  };
};

/**
 * Completes a refund in progress; safe to run again from any point, and concurrently. Throws 422 when a named
 * item was spent before it could be withdrawn, 502 when the gateway refuses, 503 when it does not respond
 * (lib/reference/refunds.md#replies).
 */
export const finishRefund = async (row: RefundRow, begun?: { order: OrderRow; isSettled: boolean }): Promise<Reply> => {
  const order = begun?.order ?? (await readOrder(row));
  if (order.refund?.key !== row.refundKey) return endedBefore(row, order);
  if (order.refund.state === 'returning') return returnItems(row, order);
  if (!begun?.isSettled) {
    const { spent } = await settleItems(order, { by: row.by, requestId: row.refundKey, stamp: 'plan' });
    const faults = spentFaults(row.named ?? [], spent);
    if (Object.keys(faults).length > 0) return fail(row, order, { kind: 'refund_refused', fields: englishOf(faults) });
  }
  const result = await requestRefund(row, order);
  if (result.status === 'declined') return fail(row, order, { kind: 'refund_declined', reason: result.reason });
  return complete(row, order, result.amount);
};

const readOrder = async ({ company, orderId: id }: RefundRow): Promise<OrderRow> => {
  const order = await findLatestOrder({ company, id });
  if (!order) throw notFound('order');
  return order;
};

/**
 * The outcome of a refund that another run has finished. The refund row is kept longer than the reply, so later
 * requests still get the outcome.
 */
const endedBefore = async (row: RefundRow, order: OrderRow): Promise<Reply> => {
  const reply = row.ticket && (await findReply(row.ticket));
  if (reply) return reply;
  const latest = await findRow(refundRowKey(row.company, row.orderId, row.refundKey), refundCodec);
  if (latest?.state === 'refunded') {
    return refundReply(order, { gatewayMinor: latest.counted ?? latest.amount, cards: latest.cards ?? [] });
  }
  throw (latest && endOf(latest)) ?? requestInProgress(1);
};

/** The error for a refund that refunded nothing. */
const endOf = ({ state, reason, fields }: RefundRow): ApiError | undefined => {
  if (state === 'declined' || state === 'failed') return declinedError(reason);
  return state === 'refused' ? invalidFields(fields ?? {}) : undefined;
};

const declinedError = (reason = ''): ApiError =>
  new ApiError(502, 'refund_declined', refunds('refund_declined', { reason }));

type Failure =
  | { kind: 'refund_refused'; fields: NonNullable<RefundRow['fields']> }
  | { kind: 'refund_declined'; reason: string };

/** Records why the refund failed, and restores the items. */
const fail = async (row: RefundRow, order: OrderRow, failure: Failure): Promise<Reply> => {
  const { order: after } = await changeOrder(order, { ...failure, by: row.by, row }, { seed: order });
  const { kind: _kind, ...why } = failure;
  return returnItems({ ...row, ...why, state: 'returning', version: row.version + 1 }, after);
};

/**
 * Restores the items, ends the refund, releases its idempotency key and throws the reason. If another run has already
 * ended the refund, reports that outcome.
 */
const returnItems = async (row: RefundRow, order: OrderRow): Promise<Reply> => {
  if (order.refund?.key !== row.refundKey) return endedBefore(row, order);
  await settleItems(order, { by: row.by, requestId: row.refundKey, stamp: 'plan' });
  const also = (): Write[] => (row.ticket ? [releaseKeyWrite(row.ticket)] : []);
  await changeOrder(order, { kind: 'refund_returned', by: row.by, row }, { seed: order, also }).catch(
    (error: unknown) => {
      // Another run has ended the refund concurrently.
      if (!isFromEarlierRun(error)) throw error;
    },
  );
  throw row.fields ? invalidFields(spentItems(Object.keys(row.fields))) : declinedError(row.reason);
};

/**
 * Records a refund that the gateway has made. When that fails, replies as if it were recorded; the sweep records it
 * later.
 */
const complete = async (row: RefundRow, order: OrderRow, amount: number): Promise<Reply> => {
  const { cards: shares } = splitRefund(order, row.amount);
  let cards: readonly CardBack[] = [];
  const result = () => ({ gatewayMinor: amount, cards: cardResults(order, cards) });
  const also = (after: OrderRow): Write[] =>
    row.ticket ? [recordLateReplyWrite(row.ticket, refundReply(after, result()))] : [];
  try {
    const { order: after, changed } = await changeOrderWithCards(
      order,
      async (current) => {
        cards = await cardBacksOf(current, shares);
        return { kind: 'refund_answered', by: row.by, row, amount, cards };
      },
      { by: row.by, seed: order, also },
    );
    return changed ? refundReply(after, result()) : await endedBefore(row, after);
  } catch (error) {
    const reply = isFromEarlierRun(error) && row.ticket ? await findReply(row.ticket) : undefined;
    if (reply) return reply;
    log.error('A refund was made and could not be recorded yet', { order_id: row.orderId, cause: error });
    return refundReply(asIfRecorded(order, { gatewayMinor: amount, shares }), result());
  }
};
