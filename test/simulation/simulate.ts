import { createHash } from 'node:crypto';
import type { EventRow } from '../../functions/domain/catalog/products/rows.ts';
import type { StockRow } from '../../functions/domain/catalog/stock/rows.ts';
import type { DisputeRow } from '../../functions/domain/checkout/orders/dispute-rows.ts';
import type { RedemptionRow } from '../../functions/domain/value/items/redemptions/rows.ts';
import type { ItemRow, LedgerRow } from '../../functions/domain/value/items/rows.ts';
import type { OrderRow } from '../../functions/domain/checkout/orders/rows.ts';
import { stateOf } from '../../functions/domain/checkout/orders/states.ts';
import type { RefundRow } from '../../functions/domain/checkout/orders/refund-rows.ts';
import type { GatewaySessionRow } from '../../functions/domain/payments/test-gateway/rows.ts';
import type {
  CancelledOrderRow,
  EventCancellationRow,
} from '../../functions/domain/payments/event-cancellation/rows.ts';
import { paymentStatus } from '../../functions/domain/payments/test-gateway/rules.ts';
import { importOperatorData } from '../../functions/domain/administration/operator-data/import.ts';
import { cardFaults } from './card-books.ts';
import { figureFaults } from './figure-books.ts';
import { cancelledEventFaults } from './cancelled-events.ts';
import { probe } from './probes.ts';
import { isCurrent } from './replaced-items.ts';
import { reportFaults } from './report-books.ts';
import { DAY_MS } from '../../functions/platform/durations.ts';
import { localDate } from '../../functions/platform/zones.ts';
import type { BookEntryRow } from '../../functions/domain/reporting/book/rows.ts';
import { ADMIN_ACTIONS, PAGE_ACTIONS, pageFaults } from './administrators.ts';
import { LEGACY_ACTIONS } from './legacy.ts';
import { CARD_ACTIONS } from './redemptions.ts';
import { codeFaults, dateFaults, orderFaults, seatFaults, stockFaults, sum } from './books.ts';
import { ACTIONS, type Action, type Run } from './partners.ts';
import { Random } from './random.ts';
import { DESK_ACTIONS } from './desk.ts';
import { placementFaults, SHOP_ACTIONS } from './shop-pages.ts';
import { STAFF_ACTIONS } from './staff.ts';
import { NO_TROUBLES, START_MS, System, type Troubles } from './system.ts';
import { watchCards } from './watch-cards.ts';
import { watchTerms } from './watch-terms.ts';
import { CODES, COMPANY, LIMITED, SCARCE_USES, worldSeed, zoneOf } from './world.ts';

const KEY = `lp_live_${'1'.repeat(32)}_${'a'.repeat(64)}`;
const ROUNDS = 60;
const TROUBLES: Troubles = { kill: 0.006, conflict: 0.01, throttle: 0.001, repeat: 0.01, stale: 0.3, outage: 0.01 };
/** Probability that a run includes each action of the staff, the desk, or the order page. */
const STAFF = 0.4;
/** Probability that pending work starts in a round. */
const PROMPT = 0.7;

export interface Outcome {
  /** Inconsistencies; empty if there are none. */
  faults: string[];
  /** Fingerprint of the run: a digest of every call and its outcome. */
  fingerprint: string;
  calls: number;
  /** Final states of orders. */
  ends: string[];
  answers: ReadonlyMap<string, number>;
}

/**
 * One seeded run of the whole service: partners, buyers, an independent gateway, crashes, lost responses, stale reads
 * and a moving clock, in an order that the seed decides; then time passes until nothing is left to do, and the books
 * are compared.
 */
export const simulate = (seed: number, trace?: (line: string) => void): Promise<Outcome> =>
  runRounds(seed, { world: worldSeed, actions: actionsOf(seed), rounds: ROUNDS, crowd: 4, audit: auditShop }, trace);

const actionsOf = (seed: number): Play['actions'] => {
  const random = new Random(seed);
  const staff = Object.entries(STAFF_ACTIONS).filter(() => random.chance(STAFF));
  const desk = random.chance(STAFF) ? DESK_ACTIONS : {};
  const shop = random.chance(STAFF) ? SHOP_ACTIONS : {};
  const more = Object.fromEntries(staff);
  const changes = Object.fromEntries(Object.entries(ADMIN_ACTIONS).filter(() => random.chance(STAFF)));
  const page = random.chance(STAFF) ? PAGE_ACTIONS : {};
  const legacy = random.chance(STAFF) ? LEGACY_ACTIONS : {};
  return { ...ACTIONS, ...CARD_ACTIONS, ...desk, ...shop, ...more, ...changes, ...page, ...legacy };
};

/** The scenario of a run. */
export interface Play {
  /** The operator data of the scenario, with this API key. */
  world: (apiKey: string) => object;
  cart?: Run['cart'];
  actions: Readonly<Record<string, Action>>;
  rounds: number;
  /** Maximum concurrent actions. */
  crowd: number;
  /** Inconsistencies of its stock, when nothing is left to do. */
  audit: (run: Run, orders: readonly OrderRow[]) => string[] | Promise<string[]>;
}

export const runRounds = async (
  seed: number,
  { world, cart, actions, rounds, crowd, audit: auditStock }: Play,
  trace?: (line: string) => void,
): Promise<Outcome> => {
  const random = new Random(seed);
  const system = System.begin(random, seed);
  const digest = createHash('sha256');
  let calls = 0;
  system.scheduler.onCall = ({ process, name }, fate) => {
    calls++;
    const line = `${process.name}: ${name}${fate === 'done' ? '' : ` (${fate})`}`;
    digest.update(`${line.replaceAll(/[0-9a-f]{16,}/g, '*')}\n`);
    trace?.(line);
  };
  if (trace) system.onLog = (message, error) => trace(`log: ${message} ${error instanceof Error ? error.stack : ''}`);
  await importOperatorData(world(KEY));
  const run: Run = {
    random,
    system,
    key: KEY,
    orders: [],
    paid: [],
    pages: [],
    codes: [],
    refunds: [],
    redemptions: [],
    applied: [],
    sent: [],
    uncaptured: new Map(),
    units: new Map(LIMITED.map(({ line, stock }) => [line.product_option_id ?? '', stock])),
    forms: [],
    placements: [],
    discounts: [],
    hasErased: false,
    keys: 0,
    answers: new Map(),
    ...(cart ? { cart } : {}),
  };
  watchCards(system);
  watchTerms(system);
  system.trouble = TROUBLES;
  for (let round = 0; round < rounds; round++) await runConcurrently(run, { actions, crowd }, trace);
  // A new object instead of `NO_TROUBLES`, because errors are expected: the probes cause refusals by the gateway, which
  // are logged as errors.
  system.trouble = { ...NO_TROUBLES };
  await completeWork(run);
  await system.scheduler.run({ probe: async () => system.surprises.push(...(await probe(run))) }, false);
  system.trouble = NO_TROUBLES;
  await settle(run);
  const orders = rowsOf<OrderRow>(system, 'order');
  return {
    faults: [
      ...new Set([
        ...system.surprises,
        ...audit(system, orders),
        ...(await auditStock(run, orders)),
        ...(await auditReports(run, orders)),
      ]),
    ],
    fingerprint: digest.digest('hex').slice(0, 16),
    calls,
    ends: orders.map((order) => `${order.status}/${order.payment.status}`),
    answers: run.answers,
  };
};

const runConcurrently = async (
  run: Run,
  { actions, crowd }: Pick<Play, 'actions' | 'crowd'>,
  trace?: (line: string) => void,
): Promise<void> => {
  const { random, system } = run;
  const work: Record<string, () => Promise<unknown>> = {};
  const count = random.between(1, crowd);
  for (let at = 0; at < count; at++) {
    const [name, action] = random.pick(Object.entries(actions));
    const task = action(run);
    trace?.(`-- ${name}`);
    if (task) work[`${name}, ${at}`] = task;
  }
  const waiting = Object.entries(system.background()).filter(() => random.chance(PROMPT));
  await system.scheduler.run({ ...work, ...Object.fromEntries(waiting) }, false);
  for (const fault of cardFaults(cardBooksOf(system))) system.surprises.push(`during the run: ${fault}`);
};

const cardBooksOf = (system: System) => ({
  items: rowsOf<ItemRow>(system, 'item'),
  entries: rowsOf<LedgerRow>(system, 'ledger'),
  redemptions: rowsOf<RedemptionRow>(system, 'redemption'),
  orders: rowsOf<OrderRow>(system, 'order'),
  refunds: rowsOf<RefundRow>(system, 'refund'),
  nowMs: system.nowMs,
});

const NIGHTLY = 'schedule integrity-check';

const STEPS_S = [1, 61, 61, 61, 1000, 1000, 1900, 5500, 30_000, 40_000, 40_000, 40_000, 40_000, 40_000, 40_000, 61, 61];

/** Runs what is waiting at the current time. */
const completeWork = async ({ system }: Run): Promise<void> => {
  for (let round = 0; ; round++) {
    const waiting = Object.entries(system.background());
    if (waiting.length === 0) break;
    // The nightly check runs last: the clock advances in steps, and in real nights due work is completed before it.
    const other = waiting.filter(([name]) => !name.startsWith(NIGHTLY));
    const work = Object.fromEntries(other.length > 0 ? other : waiting);
    if (round > 200) throw new Error(`The work does not finish: ${Object.keys(work).join(', ')}`);
    await system.scheduler.run(work, false);
  }
};

/** Advances time in steps without further requests and failures, and completes the work of each step. */
const settle = async (run: Run): Promise<void> => {
  const { system } = run;
  for (const seconds of STEPS_S) {
    system.nowMs += seconds * 1000;
    await completeWork(run);
    if (seconds === 5500)
      await system.scheduler.run({ again: ACTIONS['fulfill again']?.(run) ?? (async () => {}) }, false);
  }
};

export const rowsOf = <T>(system: System, type: string): T[] => system.table.rowsOf<T>(type);

const audit = (system: System, orders: readonly OrderRow[]): string[] => {
  const items = Map.groupBy(rowsOf<ItemRow>(system, 'item').filter(isCurrent), ({ orderId }) => orderId);
  const entries = Map.groupBy(rowsOf<LedgerRow>(system, 'ledger'), ({ code }) => code);
  const refunds = Map.groupBy(rowsOf<RefundRow>(system, 'refund'), ({ orderId }) => orderId);
  const sessions = Map.groupBy(rowsOf<GatewaySessionRow>(system, 'gateway-session'), ({ details }) => details?.orderId);
  const disputes = rowsOf<DisputeRow>(system, 'dispute');
  const cancelled = new Set(
    rowsOf<EventCancellationRow>(system, 'event-cancellation').map(({ productId }) => productId),
  );
  const emitted = new Set(
    rowsOf<{ orderId?: string; id: string }>(system, 'webhook-event').map(({ orderId }) => orderId),
  );
  const faults = orders.flatMap((order) => {
    const own = items.get(order.id) ?? [];
    const pages = sessions.get(order.id) ?? [];
    const books = {
      order,
      items: own,
      entries: own.flatMap(({ code }) => entries.get(code) ?? []),
      refunds: refunds.get(order.id) ?? [],
      payments: pages.flatMap((page) => heldBy(page, system.nowMs)),
      nowMs: system.nowMs,
      isEventCancelled: order.lines.some(({ productId }) => cancelled.has(productId)),
      openPages: pages.filter(({ state, expiresAtMs }) => state === 'open' && expiresAtMs > system.nowMs).length,
    };
    const unfinished = stateOf(order) === 'authorized' || stateOf(order) === 'fulfillment_failed' || isStuck(order);
    return [
      ...orderFaults(books),
      ...(unfinished ? ['D2 the order was never finished'] : []),
      ...(emitted.has(order.id) ? [] : ['D2 no event of the order was emitted']),
    ].map((fault) => `${order.id} (${order.status}/${order.payment.status}): ${fault}`);
  });
  return [
    ...faults,
    ...rowsOf<{ code: string; uses: number; max_uses?: number | null }>(system, 'discount-code').flatMap((code) => [
      ...codeFaults(orders, code),
      ...(code.code === CODES.scarce && code.uses > SCARCE_USES ? [`C2 ${code.code} was used too often`] : []),
    ]),
    ...disputes
      .filter(({ status }) => status === 'losing')
      .map(({ orderId }) => `D2 the dispute of ${orderId} has no decision`),
    ...system.deadLetters.map(({ queue, body }) => `D2 dead letter of ${queue}: ${body}`),
    ...cardFaults(cardBooksOf(system)),
    ...figureFaults({
      entries: rowsOf<BookEntryRow>(system, 'book-entry'),
      items: rowsOf<ItemRow>(system, 'item'),
      ledger: rowsOf<LedgerRow>(system, 'ledger'),
      orders: rowsOf<OrderRow>(system, 'order'),
      zone: zoneOf(system),
    }),
    ...nightlyFaults(system),
    ...unreadFaults(system),
  ];
};

/** Faults of the reports, as a partner reads them. */
const auditReports = async ({ system, key }: Run, orders: readonly OrderRow[]): Promise<string[]> => {
  let faults: string[] = [];
  const read = async <T>(path: string, query: Record<string, string>): Promise<T> => {
    const { status, body } = await system.request<T>('GET', `${path}?${new URLSearchParams(query).toString()}`, {
      key,
    });
    if (status !== 200) throw new Error(`GET ${path} returned ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const books = {
    from: localDate(START_MS - DAY_MS, 'UTC'),
    to: localDate(system.nowMs, zoneOf(system)),
    items: rowsOf<ItemRow>(system, 'item').filter(({ company }) => company === COMPANY),
    orders,
  };
  const work = async (): Promise<void> => {
    faults = await reportFaults(read, books);
  };
  await system.scheduler.run({ reports: work }, false);
  return faults;
};

const auditShop = (run: Run, orders: readonly OrderRow[]): string[] => {
  const { system, units } = run;
  const counters = rowsOf<StockRow & { putIn: number }>(system, 'stock');
  const items = rowsOf<ItemRow>(system, 'item').filter(isCurrent);
  const seats = counters.filter(({ optionId }) => optionId === 'seats');
  const ofOptions = [...units].flatMap(([option, expected]) => {
    const counter = counters.find(({ optionId }) => optionId === option);
    if (!counter) return [`C1 no counter of ${option}`];
    const { putIn, heldThen = 0, soldThen = 0 } = counter;
    return stockFaults(orders, counter, expected ?? putIn + heldThen + soldThen);
  });
  const ofDates = rowsOf<EventRow>(system, 'event').flatMap((event) => dateFaults(event, orders, items));
  const ofCancelled = rowsOf<EventCancellationRow>(system, 'event-cancellation').flatMap((cancellation) =>
    cancelledEventFaults({
      cancellation,
      marks: rowsOf<CancelledOrderRow>(system, 'cancelled-order'),
      orders,
      items,
      refunds: rowsOf<RefundRow>(system, 'refund'),
      nowMs: system.nowMs,
    }),
  );
  const ofEvents = seats.flatMap((counter) => stockFaults(orders, counter, counter.putIn));
  return [
    ...ofOptions,
    ...ofEvents,
    ...ofDates,
    ...ofCancelled,
    ...seatFaults(orders),
    ...placementFaults(run, orders),
    ...pageFaults(system),
  ];
};

/** Whether an order is paid and ready for fulfillment, but not fulfilled. */
const isStuck = (order: OrderRow): boolean =>
  stateOf(order) === 'captured' && order.payment.dispute?.status !== 'open' && order.payment.dispute?.status !== 'lost';

const heldBy = ({ payment }: GatewaySessionRow, nowMs: number) => {
  if (!payment) return [];
  const returned = sum(payment.refunds.filter(({ status }) => status === 'refunded').map(({ amount }) => amount));
  const isLost = payment.dispute?.status === 'lost';
  const status = paymentStatus(payment, nowMs);
  return [
    {
      reference: payment.reference,
      captured: status === 'captured' ? payment.amount : 0,
      // The refund of an authorization that ends uncaptured returns nothing.
      returned: status === 'cancelled' ? 0 : returned + (isLost ? (payment.dispute?.amount ?? 0) : 0),
      isLost,
    },
  ];
};

/**
 * Rows and messages that one release wrote and another could not read, even if a function of the first has processed
 * them since.
 */
const unreadFaults = ({ alarms }: System): string[] =>
  alarms
    .filter(({ name }) => name === 'message_unreadable' || name === 'row_too_new')
    .map((alarm) => `something was written that not every release can read: ${JSON.stringify(alarm)}`);

/**
 * Findings of the nightly checks. Payments found without a notice are not faults. During injected failures, refunds in
 * progress for an hour and uncounted expiries are not faults either.
 */
const nightlyFaults = ({ alarms }: System): string[] =>
  alarms
    .filter(({ name }) => name === 'integrity_failed')
    .flatMap(({ faults = {}, isCalm }) =>
      Object.entries(faults)
        .filter(
          ([check, count]) => count > 0 && check !== 'payments' && (isCalm || !['money', 'figures'].includes(check)),
        )
        .map(([check, count]) => `the nightly check found ${count} faults of ${check}`),
    );
