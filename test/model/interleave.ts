import { coverOf, targetsOf } from '../../functions/domain/value/items/withdrawal/target.ts';
import { gatewayShare } from '../../functions/domain/checkout/orders/gift-cards.ts';
import { GatewayUnavailable } from '../../functions/adapters/payments/port.ts';
import { ApiError } from '../../functions/platform/errors.ts';
import { Random } from '../simulation/random.ts';
import type { Process } from '../simulation/scheduler.ts';
import { items, pickAction } from './actions.ts';
import { audit, cardFaultsOf } from './audit.ts';
import { RenderFailed, World } from './world.ts';

const ROUNDS = 12;
const KILL_CHANCE = 0.03;

/**
 * Runs the world of a seed: rounds of concurrent events, in which calls run in any order and processes are killed. Then
 * due work runs until nothing is left, and the books are compared. Returns the faults, or an empty list.
 */
export const interleave = async (seed: number, trace?: string[]): Promise<string[]> => {
  const random = new Random(seed);
  const world = new World(random, KILL_CHANCE);
  if (trace) world.scheduler.onCall = ({ process, name }, fate) => trace.push(`${process.name}: ${name} ${fate}`);
  watchMoney(world);
  watchPages(world);
  watchOrder(world);
  await world.scheduler.run({ open: () => world.open('session-1') }, false);
  if (random.chance(0.6)) world.gateway.pay(random.chance(0.05) ? 1 : 0, random.chance(0.8));
  for (let round = 0; round < ROUNDS; round++) await runConcurrently(world, trace);
  world.rendersFail = false;
  await drain(world, trace);
  return audit(world, items(world));
};

/**
 * Issues an order with many items in steps while a refund begins, with other concurrent events and calls in any order,
 * and compares the books at the end. Without this, a refund and a step are concurrent in only one of several thousand
 * worlds.
 */
export const interleaveSteps = async (seed: number): Promise<string[]> => {
  const random = new Random(seed);
  const world = new World(random, random.pick([0, 0, KILL_CHANCE]), true);
  watchMoney(world);
  await world.scheduler.run({ open: () => world.open('session-1') }, false);
  world.gateway.pay(0, true);
  for (let at = 0; at < world.gateway.notices.length; at++) {
    await world.scheduler.run({ notice: world.deliver(at) }, false);
  }
  world.advance(3 * 3600_000);
  const others = pickAction(world)[1](world);
  const key = world.newKey();
  const input = random.chance(0.5) ? {} : { amount: random.between(1, world.total) };
  recordErrors(
    world,
    await world.scheduler.run({
      fulfill: () => world.fulfill(),
      refund: () => world.refund(key, input),
      ...(others ? { others } : {}),
    }),
  );
  world.rendersFail = false;
  await drain(world);
  return audit(world, items(world));
};

/** Opening a page closes the previous one before the URL is returned. Only a crash in between leaves two open pages. */
const watchPages = (world: World): void => {
  let hasKilledProcess = false;
  const onCall = world.scheduler.onCall;
  world.scheduler.onCall = (call, fate) => {
    hasKilledProcess ||= fate !== 'done';
    onCall(call, fate);
  };
  world.gateway.onSecondPage = () => {
    if (!hasKilledProcess) world.surprises.push('D2 two pages can be paid');
  };
};

/** Checks the invariants of the order after every call. */
const watchOrder = (world: World): void => {
  let seen = 0;
  world.scheduler.afterCall = () => {
    if (world.table.changes.length > seen) world.surprises.push(...cardFaultsOf(world));
    seen = world.table.changes.length;
    const order = world.order();
    const { payment, fulfillment } = order;
    const held = world.gateway.payments().find(({ reference }) => reference === payment.reference);
    const paid = payment.status === 'authorized' ? held?.authorized : payment.captured > 0 ? held?.amount : undefined;
    if (paid !== undefined && paid !== gatewayShare(order)) world.surprises.push('A2 paid by another amount');
    if (fulfillment.status === 'fulfilled' && payment.capturedAtMs === undefined)
      world.surprises.push('D2 issued before it was paid');
  };
};

/** Checks that value is withdrawn from the items before the service requests its refund. */
export const watchMoney = (world: World): void => {
  world.gateway.beforeRefund = (refundKey) => {
    const order = world.order();
    if (order.refund?.key !== refundKey || order.refund.state !== 'running') return;
    const targets = targetsOf(order);
    for (const item of items(world)) {
      const target = targets[item.sequence];
      const gone = item.withdrawnMinor + (item.repaidMinor ?? 0) + (item.shortMinor ?? 0);
      if (target && gone < coverOf(item, target)) world.surprises.push('S money left before value');
    }
  };
};

const runConcurrently = async (world: World, trace?: string[]): Promise<void> => {
  const work: Record<string, () => Promise<unknown>> = {};
  const count = world.random.between(1, 4);
  for (let at = 0; at < count; at++) {
    const [name, action] = pickAction(world);
    const task = action(world);
    trace?.push(`-- ${name}`);
    if (task) work[`${name} ${at}`] = task;
  }
  recordErrors(world, await world.scheduler.run(work));
};

/** Refusals, an unavailable gateway and failed renders are expected; any other error corresponds to a 500. */
const recordErrors = (world: World, processes: readonly Process[]): void => {
  for (const { name, error, dead } of processes) {
    const isAnswer = error instanceof ApiError || error instanceof GatewayUnavailable || error instanceof RenderFailed;
    if (error !== undefined && !dead && !isAnswer) world.surprises.push(`${name} ended with ${String(error)}`);
  }
};

const DRAIN_ROUNDS = 60;

/** Captures authorizations, delivers all notices, completes due work and reconciles the payment, without crashes. */
export const drain = async (world: World, trace?: string[]): Promise<void> => {
  trace?.push('-- drain');
  world.gateway.capture();
  let checked = false;
  for (let round = 0; round < DRAIN_ROUNDS; round++) {
    const work: Record<string, () => Promise<unknown>> = world.due();
    const waiting = world.gateway.notices.map((_, at) => at).filter((at) => !world.taken.has(at));
    for (const at of waiting) work[`notice ${at}`] = world.deliver(at);
    if (world.owesFulfillment()) work['fulfill'] = () => world.fulfill();
    const isQuiet = Object.keys(work).length === 0 && round > 3;
    if (isQuiet && checked) return;
    checked = isQuiet;
    if (isQuiet) work['reconcile'] = () => world.reconcile();
    recordErrors(world, await world.scheduler.run(work, false));
    if (world.order().fulfillment.status === 'failed' && world.order().status === 'paid') {
      recordErrors(world, await world.scheduler.run({ retry: () => world.retry() }, false));
    }
    world.advance(world.order().status === 'pending_payment' ? 30 * 60_000 : 61_000);
  }
  world.surprises.push(`L work is left: ${Object.keys(world.due()).join(', ')}`);
};
