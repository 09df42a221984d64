import type { ItemRow } from '../../functions/domain/value/items/rows.ts';
import { refundableMinor } from '../../functions/domain/checkout/orders/refund-rules.ts';
import type { RefundInput } from '../../functions/domain/payments/refunds/plan.ts';
import { isCurrent } from '../simulation/replaced-items.ts';
import { cardActions, orderCardActions } from './card-actions.ts';
import { EVENT_ID } from './orders.ts';
import type { World } from './world.ts';

/**
 * A possible event of a world. Returns work for a process; undefined when the event does not apply, or is a direct
 * effect at the gateway that has already happened.
 */
export type Action = (world: World) => (() => Promise<unknown>) | undefined;

const someCode = (world: World): string => world.currentCode(world.random.pick(world.codes.slice(0, 4)));

const refundInputOf = (world: World): RefundInput => {
  const { random } = world;
  const remaining = refundableMinor(world.order());
  if (random.chance(0.3)) return {};
  if (random.chance(0.5)) return { amount: random.between(1, Math.max(1, remaining)) };
  return {
    ...(random.chance(0.8) ? { items: [...new Set([someCode(world), someCode(world)])] } : {}),
    ...(random.chance(0.3) ? { shipping: true as const } : {}),
    ...(random.chance(0.3) ? { fees: true as const } : {}),
    ...(random.chance(0.2) ? { amount: random.between(1, Math.max(1, remaining)) } : {}),
  };
};

const atGateway =
  (event: (world: World) => void): Action =>
  (world) => {
    event(world);
    return undefined;
  };

const portion = (world: World) =>
  world.random.chance(0.4)
    ? ({ type: 'all' } as const)
    : world.random.chance(0.7)
      ? ({ type: 'amount', amountMinor: world.random.between(1, 4000), amount: 1 } as never)
      : ({ type: 'piece', number: world.random.between(1, 2) } as const);

const LAST_REFUND = new WeakMap<World, { key: string; input: RefundInput }>();

/** A refund, sometimes repeated with the same key. */
const refund: Action = (world) => {
  const last = LAST_REFUND.get(world);
  const { key, input } = last && world.random.chance(0.3) ? last : { key: world.newKey(), input: refundInputOf(world) };
  LAST_REFUND.set(world, { key, input });
  return () => world.refund(key, input);
};

const deliver: Action = (world) => {
  const { notices } = world.gateway;
  if (notices.length === 0) return undefined;
  const waiting = notices.map((_, at) => at).filter((at) => !world.taken.has(at));
  const position = waiting.length > 0 && world.random.chance(0.8) ? world.random.pick(waiting) : undefined;
  return world.deliver(position ?? world.random.between(0, notices.length - 1));
};

/**
 * Pays on an open page. When the order is no longer unpaid, a payment on a closed page is possible too, because the
 * bank's window may have been open when the page was closed.
 */
const pay = atGateway((world) => {
  const { gateway, random } = world;
  gateway.pay(random.chance(0.1) ? 1 : 0, random.chance(0.7), isPaid(world) && random.chance(0.3));
});

/** Changes the delivery time, the address, both or neither. Orders that are not scheduled refuse the change. */
const changeDelivery: Action = (world) => {
  const { random } = world;
  if (world.order().delivery.sendAt === null && random.chance(0.9)) return undefined;
  const key = world.newKey();
  const input = {
    ...(random.chance(0.8) ? { send_at: new Date(world.nowMs + random.between(1, 300) * 60_000).toISOString() } : {}),
    ...(random.chance(0.4) ? { recipient_email: `bo${random.between(1, 3)}@example.com` } : {}),
  };
  return () => world.changeDelivery(key, input);
};

const before: Record<string, Action> = {
  open: (world) => {
    const key = `session-${world.random.between(1, 2)}`;
    return () => world.open(key);
  },
  'confirm what is free': (world) => {
    if (world.total > 0) return undefined;
    const key = `free-${world.random.between(1, 2)}`;
    return () => world.confirmFree(key);
  },
  pay,
  decline: atGateway((world) => world.gateway.decline()),
  settle: (world) => (world.random.chance(0.15) ? () => world.settle(world.newKey()) : undefined),
  expire: (world) => () => world.expire(),
  look: (world) => () => world.look(),
};

const after: Record<string, Action> = {
  claim: (world) => {
    const [code, part] = [someCode(world), portion(world)];
    return () => world.claim(code, part);
  },
  undo: (world) => {
    const [code, part] = [someCode(world), portion(world)];
    return () => world.undoClaim(code, part);
  },
  cancel: (world) => {
    const code = someCode(world);
    return () => world.cancel(code);
  },
  'dashboard refund': atGateway((world) => world.gateway.dashboardRefund(world.random.next())),
  'failed refund': atGateway((world) => world.gateway.failRefund()),
  'refund falsely declined': atGateway((world) => {
    if (world.random.chance(0.2)) world.gateway.falselyDeclined++;
  }),
  'dispute opened': atGateway((world) => world.gateway.dispute('dispute_opened')),
  'dispute won': atGateway((world) => world.gateway.dispute('dispute_won')),
  'dispute lost': atGateway((world) => world.gateway.dispute('dispute_lost')),
  'dispute opened again': atGateway((world) => world.gateway.changeDispute('open')),
  'dispute won on appeal': atGateway((world) => world.gateway.changeDispute('won')),
  'dispute lost on appeal': atGateway((world) => world.gateway.changeDispute('lost')),
  retry: (world) => (world.order().fulfillment.status === 'failed' ? () => world.retry() : undefined),
};

const always: Record<string, Action> = {
  deliver,
  'deliver more': deliver,
  refund,
  'refund again': refund,
  fulfill: (world) => () => world.fulfill(),
  'change delivery': changeDelivery,
  'pay again': pay,
  capture: atGateway(({ gateway, random }) => gateway.capture(random.chance(0.15) ? 1 : 0)),
  'render fails': atGateway((world) => {
    world.rendersFail = world.random.chance(0.3);
  }),
  silence: atGateway((world) => {
    if (world.random.chance(0.1)) world.gateway.silent = true;
  }),
  'cancel event': (world) => {
    const hasTickets = world.order().lines.some(({ productId }) => productId === EVENT_ID);
    if (!hasTickets || !world.random.chance(0.2)) return undefined;
    const refund = world.random.chance(0.7) ? 'all' : 'none';
    return () => world.cancelEvent(refund);
  },
  'check payment': (world) => () => world.checkPayment(),
  'time passes': (world) => {
    const ms = world.random.pick([1000, 20_000, 61_000, 20 * 60_000, 2 * 3600_000]);
    return () => world.scheduler.carry('time', () => world.advance(ms));
  },
};

const isPaid = (world: World): boolean => world.order().status !== 'pending_payment';

/** One event that may happen now. */
export const pickAction = (world: World): [string, Action] => {
  const sets = isPaid(world)
    ? [after, after, always, cardActions]
    : [before, before, always, orderCardActions, cardActions];
  return world.random.pick(Object.entries(world.random.pick(sets)));
};

/** Items of the order, without replaced ones. */
export const items = (world: World): ItemRow[] =>
  world.rowsOf<ItemRow>('item').filter((item) => item.orderId === world.ref.id && isCurrent(item));
