import { mergeHolds } from '../../functions/domain/catalog/stock/counters.ts';
import { disputeCodec } from '../../functions/domain/checkout/orders/dispute-codec.ts';
import { completeDispute } from '../../functions/domain/payments/disputes/record.ts';
import { itemKey, type ItemRow } from '../../functions/domain/value/items/rows.ts';
import { cancelItem } from '../../functions/domain/value/items/withdrawal/cancel.ts';
import { claimItem } from '../../functions/domain/value/items/redemption/claim.ts';
import { codesOfOrder } from '../../functions/domain/value/items/issuance/of-order.ts';
import type { Operator } from '../../functions/domain/value/items/operate.ts';
import { refundItem } from '../../functions/domain/value/items/withdrawal/refund.ts';
import type { ItemPortion } from '../../functions/domain/value/items/rules.ts';
import { expireForCancelledEvent, expireOrder } from '../../functions/domain/payments/payments/expire.ts';
import { newCancellation } from '../../functions/domain/payments/event-cancellation/begin.ts';
import { isAffectedOrder } from '../../functions/domain/payments/event-cancellation/collect-orders.ts';
import { concludeOrder, type ConcludedOrder } from '../../functions/domain/payments/event-cancellation/conclude.ts';
import type { EventCancellationRow } from '../../functions/domain/payments/event-cancellation/rows.ts';
import {
  recordFailedAttempt,
  restartAttempt,
  fulfillOrder,
} from '../../functions/domain/fulfillment/issuing/fulfill.ts';
import { orderCodec } from '../../functions/domain/checkout/orders/order-codec.ts';
import { changeDelivery, type DeliveryChangeInput } from '../../functions/domain/checkout/orders/change-delivery.ts';
import { retryFulfillment } from '../../functions/domain/fulfillment/issuing/retry-fulfillment.ts';
import { orderKey, type OrderRow } from '../../functions/domain/checkout/orders/rows.ts';
import { stateOf } from '../../functions/domain/checkout/orders/states.ts';
import { canFulfill } from '../../functions/domain/checkout/orders/rules.ts';
import { pollAuthorizedPayment } from '../../functions/domain/payments/payments/poll-authorized.ts';
import { confirmFreeOrder } from '../../functions/domain/payments/payments/confirm-free-order.ts';
import { pollPayment } from '../../functions/domain/payments/payments/poll-payment.ts';
import { openPaymentSession } from '../../functions/domain/payments/payments/open-session.ts';
import { reconcilePayment } from '../../functions/domain/payments/notices/reconcile.ts';
import { settleOrder } from '../../functions/domain/payments/payments/settle.ts';
import { processNotice } from '../../functions/domain/payments/notices/process-notice.ts';
import { completeRefund } from '../../functions/domain/payments/refunds/record.ts';
import type { RefundInput } from '../../functions/domain/payments/refunds/plan.ts';
import { refundOrder } from '../../functions/domain/payments/refunds/refund.ts';
import { refundCodec } from '../../functions/domain/checkout/orders/refund-rows.ts';
import { clock } from '../../functions/platform/clock.ts';
import { log } from '../../functions/platform/log.ts';
import { idempotencyRecordFor, type Reply } from '../../functions/storage/idempotency.ts';
import { withRequestGuid, type ReplyRecorder } from '../../functions/storage/request-guid.ts';
import type { Key, Row } from '../../functions/storage/table.ts';
import { MemoryTable } from '../simulation/memory-table.ts';
import type { Random } from '../simulation/random.ts';
import { currentCodes } from '../simulation/replaced-items.ts';
import { Scheduler } from '../simulation/scheduler.ts';
import { CARD_CODES, cardOf, cardRows } from './cards.ts';
import { ModelGateway } from './gateway.ts';
import { COMPANY, EVENT_ID, modelOrder, SELLER, STOCK } from './orders.ts';

const START_MS = Date.parse('2027-03-01T12:00:00Z');
export const BY = { keyId: 'k', company: COMPANY };
export const OPERATOR: Operator = { company: COMPANY, home: COMPANY, keyId: 'k' };
const BASE = 'http://model.example';

const table = new MemoryTable();
let scheduler: Scheduler | undefined;
let gateway: ModelGateway | undefined;
let nowMs = START_MS;
let installed = false;

/** Replaces table, clock and gateway of the real code with the model's, once for this process. */
const install = (): void => {
  if (installed) return;
  installed = true;
  Object.assign(process.env, { BASE_URL: BASE, ENVIRONMENT: 'development', APP_SECRET: '00'.repeat(32) });
  table.install();
  table.nowMs = () => nowMs;
  table.carry = async ({ name, what, effect }) => scheduler?.carry(`${name} ${what}`, effect) ?? effect();
  clock.nowMs = () => nowMs;
  Object.assign(log, { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} });
  AbortSignal.timeout = () => new AbortController().signal;
  globalThis.setTimeout = ((run: () => void) => setImmediate(run)) as unknown as typeof setTimeout;
  globalThis.fetch = (async (url: URL, init: { method: string; body?: string }) =>
    scheduler?.carry(`gateway ${init.method} ${url.pathname}`, () =>
      gateway?.serve(init.method, url.pathname, init.body ?? ''),
    )) as unknown as typeof fetch;
};

/** One order and its surroundings. */
export class World {
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly gateway: ModelGateway;
  readonly table = table;
  readonly ref: { company: string; id: string };
  readonly key: Key;
  readonly codes: string[];
  readonly total: number;
  /** Gift cards that other orders sold. */
  readonly cards: readonly string[] = CARD_CODES;
  /** Ids of redemptions that were created. */
  readonly redemptions: string[] = [];
  /** Positions of notices that were delivered. */
  readonly taken = new Set<number>();
  readonly surprises: string[] = [];
  /** The cancellation of the tickets' event, and its outcome for the order. */
  cancellation: EventCancellationRow | undefined;
  concluded: ConcludedOrder | undefined;
  rendersFail = false;
  #fulfillments = 0;
  #requests = 0;
  renders = 0;

  constructor(random: Random, killChance: number, isOfMany?: boolean) {
    install();
    nowMs = START_MS;
    table.clear();
    this.random = random;
    const order = modelOrder(random, nowMs, isOfMany);
    this.ref = { company: order.company, id: order.id };
    this.key = orderKey(order.company, order.id);
    this.codes = codesOfOrder(order);
    this.total = order.amounts.total;
    this.gateway = gateway = new ModelGateway(this.ref, () => nowMs);
    this.gateway.declinesRefunds = random.chance(0.15);
    this.scheduler = scheduler = new Scheduler(random, killChance);
    table.put({ ...SELLER });
    table.put({ ...orderCodec.write(order) });
    for (const row of cardRows(random, nowMs)) table.put({ ...row });
    this.#putCounters(order);
  }

  /** Writes the counters that the creation of the order has changed. */
  #putCounters(order: OrderRow): void {
    if (order.discount) {
      table.put({
        pk: SELLER.pk,
        sk: 'discount#TENOFF',
        type: 'discount-code',
        v: 1,
        code: 'TENOFF',
        enabled: true,
        uses: 1,
        max_uses: 5,
      });
    }
    for (const { productId, optionId, quantity } of mergeHolds(order.lines.flatMap((line) => line.holds))) {
      const sk = `catalog#${productId}#stock#${optionId}`;
      table.put({
        pk: SELLER.pk,
        sk,
        type: 'stock',
        v: 1,
        productId,
        optionId,
        remaining: STOCK - quantity,
        held: quantity,
        sold: 0,
      });
    }
  }

  /** A code, sometimes of a replaced item instead of its successor. */
  currentCode(code: string): string {
    return this.random.chance(0.9) ? currentCodes(this.rowsOf<ItemRow>('item'))(code) : code;
  }

  /** Valid gift cards; the last one can pay all of the order. */
  renewCards(): void {
    for (const [sequence, code] of this.cards.entries()) {
      const valueMinor = sequence === 2 ? 50_000 : 5000;
      for (const row of cardOf({ code, sequence, valueMinor, nowMs })) table.put({ ...row });
    }
  }

  /** Turns an order of gift cards into one that gift cards can pay. */
  makePayable(): void {
    const order = this.order();
    const lines = order.lines.map((line) =>
      line.family === 'gift_card'
        ? { ...line, family: 'gift_card_variant' as const, productId: 'gcv_1', optionId: 'gcvo_1' }
        : line,
    );
    table.put({ ...orderCodec.write({ ...structuredClone(order), lines: structuredClone(lines) }) });
  }

  /** Turns the order into a free one. */
  makeFree(): void {
    const order = structuredClone(this.order());
    const lines = order.lines.map((line) => ({ ...line, discount: line.subtotal }));
    const amounts = { ...order.amounts, discount: order.amounts.subtotal, fees: 0, shipping: 0, total: 0 };
    table.put({ ...orderCodec.write({ ...order, lines, amounts }) });
  }

  /** Marks half of the last card's price as refunded in money by the order that sold the card. */
  markRepaid(): void {
    const row = table.get(itemKey(COMPANY, this.cards[2] ?? '')) as unknown as ItemRow;
    const repaidMinor = Math.floor(row.claimedMinor / 2);
    table.put({ ...structuredClone(row), repaidMinor, version: row.version + 1 });
  }

  get nowMs(): number {
    return nowMs;
  }

  advance(ms: number): void {
    nowMs += ms;
  }

  order(): OrderRow {
    return this.rowsOf<OrderRow>('order').find(({ id }) => id === this.ref.id) as OrderRow;
  }

  rowsOf<T extends Row>(type: T['type']): T[] {
    return table.rowsOf(type);
  }

  ticket(operation: string, key: string, input: unknown) {
    return idempotencyRecordFor({ company: COMPANY, operation, key, input });
  }

  newKey(): string {
    return `key-${++this.#requests}`;
  }

  deliver(position: number): () => Promise<void> {
    return async () => {
      const notice = this.gateway.notices[position];
      if (notice) await processNotice(structuredClone(notice));
      this.taken.add(position);
    };
  }

  async open(key: string): Promise<Reply> {
    const idempotency = this.ticket('create-checkout-session', key, {});
    const reply = await openPaymentSession({
      company: COMPANY,
      orderId: this.ref.id,
      by: BY,
      idempotency,
      admit: () => {},
    });
    this.gateway.notify((reply.body as { id: string }).id);
    return reply;
  }

  /** Confirms a free order without a payment, as for a gateway that does not accept a payment of zero. */
  confirmFree(key: string): Promise<Reply> {
    const order = structuredClone(this.order());
    const idempotency = this.ticket('create-checkout-session', key, {});
    return confirmFreeOrder(order, { id: `cs_${key}`, by: BY, idempotency });
  }

  settle(key: string): Promise<Reply> {
    const terms = () => ({ mode: 'invoice', externalReference: 'inv-1' });
    return settleOrder({
      company: COMPANY,
      orderId: this.ref.id,
      by: BY,
      idempotency: this.ticket('settle-order', key, {}),
      terms,
    });
  }

  refund(key: string, input: RefundInput): Promise<Reply> {
    const idempotency = this.ticket('refund-order', key, input);
    return refundOrder({ company: COMPANY, orderId: this.ref.id, by: BY, idempotency, input: () => input });
  }

  #onItem(operation: string, code: string, input: object, work: (recording: ReplyRecorder) => Promise<Reply>) {
    return withRequestGuid({ company: COMPANY, operation, guid: this.newKey(), input: { code, ...input } }, work);
  }

  claim(code: string, portion: ItemPortion): Promise<Reply> {
    return this.#onItem('claim-item', code, portion, (recording) =>
      claimItem(OPERATOR, code, portion as never, recording),
    );
  }

  undoClaim(code: string, portion: ItemPortion): Promise<Reply> {
    return this.#onItem('refund-item', code, portion, (recording) =>
      refundItem(OPERATOR, code, portion as never, recording),
    );
  }

  cancel(code: string): Promise<Reply> {
    return this.#onItem('cancel-item', code, {}, (recording) => cancelItem(OPERATOR, code, recording));
  }

  /** Processes the fulfillment message like the worker. The message is redelivered after an unfinished attempt. */
  async fulfill(): Promise<void> {
    const again = this.#fulfillments++ > 0;
    const { company, id } = this.ref;
    try {
      if (again && !(await restartAttempt(company, id))) return;
      await fulfillOrder({ company, orderId: id }, () => this.#render());
    } catch (error) {
      if (!(await recordFailedAttempt(company, id, String(error)))) throw error;
    }
  }

  async #render(): Promise<void> {
    await this.scheduler.carry('render', () => this.renders++);
    if (this.rendersFail) throw new RenderFailed();
  }

  expire(): Promise<unknown> {
    return expireOrder(this.key);
  }

  /** Cancels the event of the order's tickets, like the worker. Work that is not finished becomes due. */
  async cancelEvent(refund: 'all' | 'none'): Promise<void> {
    const { company, id } = this.ref;
    this.cancellation ??= newCancellation({ company, productId: EVENT_ID }, { refund }, { by: BY, nowMs });
    if (stateOf(this.order()) === 'unpaid') await expireForCancelledEvent(structuredClone(this.order()), BY);
    if (stateOf(this.order()) !== 'unpaid' && isAffectedOrder(this.order(), EVENT_ID)) {
      const result = await concludeOrder(this.cancellation, id);
      if (typeof result !== 'string') this.concluded ??= result;
    } else if (stateOf(this.order()) === 'expired') this.concluded ??= { orderId: id, refundedMinor: 0 };
  }

  get isEventCancelled(): boolean {
    return this.cancellation !== undefined;
  }

  look(): Promise<unknown> {
    return pollPayment(this.order());
  }

  checkPayment(): Promise<void> {
    return pollAuthorizedPayment(this.key);
  }

  reconcile(): Promise<unknown> {
    return reconcilePayment(this.order());
  }

  changeDelivery(key: string, input: DeliveryChangeInput): Promise<unknown> {
    const idempotency = this.ticket('change-delivery', key, input);
    return changeDelivery({ company: COMPANY, orderId: this.ref.id, by: BY, idempotency, input: () => input });
  }

  retry(): Promise<void> {
    return retryFulfillment(this.order());
  }

  /** Work that completes due rows, by name. */
  due(): Record<string, () => Promise<unknown>> {
    const rows = table
      .rows()
      .filter((row) => typeof row['duesk'] === 'string' && Number(row['duesk'].slice(0, 14)) <= nowMs);
    const { cancellation } = this;
    const isCancelling = cancellation && !this.concluded && isAffected(this.order());
    return {
      ...(isCancelling ? { 'cancel event': () => this.cancelEvent(cancellation.refund) } : {}),
      ...Object.fromEntries(
        rows.flatMap((row) => {
          const work = this.#repairOf(row as unknown as Row);
          return work ? [[`repair ${row.sk}`, work]] : [];
        }),
      ),
    };
  }

  #repairOf(row: Row): (() => Promise<unknown>) | undefined {
    switch (String(row.duepk).split('#')[0]) {
      case 'order-refund':
        return () => completeRefund(refundCodec.read(structuredClone(row as never)));
      case 'order-dispute':
        return () => completeDispute(disputeCodec.read(structuredClone(row as never)));
      case 'order-payment':
        return () => this.checkPayment();
      case 'order-expiry':
        return () => this.expire();
      case 'order-fulfillment':
        return () => this.fulfill();
      default:
        return undefined;
    }
  }

  owesFulfillment(): boolean {
    return canFulfill(this.order(), nowMs);
  }
}

const isAffected = (order: OrderRow): boolean => stateOf(order) === 'unpaid' || isAffectedOrder(order, EVENT_ID);

/** A failed render, which is an expected error of a worker. */
export class RenderFailed extends Error {}
