import { importOperatorData } from '../../functions/domain/administration/operator-data/import.ts';
import { switchOnSale } from '../../functions/domain/administration/operator-data/apply-on-sale.ts';
import type { OrderRow } from '../../functions/domain/checkout/orders/rows.ts';
import type { StockRow, StockShareRow } from '../../functions/domain/catalog/stock/rows.ts';
import { ALL_SCOPES } from '../support/seed.ts';
import { orderBody } from '../support/shop.ts';
import { counterFaults, holdsOf, seatFaults, sum } from './books.ts';
import { ACTIONS, runOperator, type Action, type Run } from './partners.ts';
import { Random } from './random.ts';
import { runRounds, rowsOf, type Outcome } from './simulate.ts';
import { COMPANY, SHOP } from './world.ts';

/** Products of one on-sale, chosen by the seed. */
interface OnSale {
  product: 'gcv_1' | 'evt_1' | 'so_1';
  option: 'gcvo_1' | 'evto_1' | 'sov_1';
  stock: number;
  seats: number | null;
  /** Maximum quantity in one order. */
  most: number;
  /** Whether the on-sale starts at the beginning; otherwise it is enabled during sales. */
  isOpen: boolean;
}

const KINDS = [
  { product: 'gcv_1', option: 'gcvo_1' },
  { product: 'evt_1', option: 'evto_1' },
  { product: 'so_1', option: 'sov_1' },
] as const;

const ROUNDS = 18;
const CROWD = 7;

const chosenBy = (seed: number): OnSale => {
  const random = new Random(seed);
  const kind = random.pick(KINDS);
  const stock = random.pick([1, 5, 12, 30, 30, 45, 200]);
  const seats = kind.product === 'evt_1' && random.chance(0.5) ? random.between(1, stock + 5) : null;
  return { ...kind, stock, seats, most: random.pick([2, 5, 20]), isOpen: random.chance(0.7) };
};

const OTHER_KEY = `lp_live_${'2'.repeat(32)}_${'b'.repeat(64)}`;

const world = (key: string, sale: OnSale, onSale: boolean | undefined) => {
  const { stock, most } = sale;
  const option = {
    id: 1,
    name: 'Hot',
    amount: 10_000,
    stock,
    ...(onSale === undefined ? {} : { on_sale: onSale }),
    publish_stock: true,
  };
  const product = { company: COMPANY, id: 1, name: 'Hot', options: [option] };
  const quantity = { maximum: most };
  const event = { slug: 'hot', starts_at: '2030-05-01T19:00:00+02:00', seats: sale.seats, tickets_per_event: most };
  return {
    companies: [SHOP],
    api_keys: [{ company: COMPANY, label: 'on-sale', key, scopes: ALL_SCOPES }],
    ...(sale.product === 'gcv_1' ? { experiences: [{ ...product, options: [{ ...option, quantity }] }] } : {}),
    ...(sale.product === 'so_1' ? { special_offers: [{ ...product, options: [{ ...option, quantity }] }] } : {}),
    ...(sale.product === 'evt_1' ? { events: [{ ...product, ...event }] } : {}),
  };
};

const lineOf = ({ product, option }: OnSale, quantity: number) => ({
  product_id: product,
  product_option_id: option,
  quantity,
});

/** Changes the capacity during sales, or removes the limit. */
const changeSeats =
  (sale: OnSale) =>
  ({ random }: Run): (() => Promise<unknown>) => {
    const seats = random.chance(0.2) ? null : random.between(1, sale.stock + 5);
    return () => importOperatorData(world(OTHER_KEY, { ...sale, seats }, undefined));
  };

const actionsOf = (sale: OnSale): Record<string, Action> => {
  const chosen = new Set(['sale 1', 'sale 2', 'sale 3', 'order', 'page', 'pay', 'settle', 'refund 1', 'time 1']);
  const shop = Object.fromEntries(Object.entries(ACTIONS).filter(([name]) => chosen.has(name)));
  const { order = () => undefined } = shop;
  const switching = (onSale: boolean) =>
    runOperator(() => () => switchOnSale(sale.option, { company: COMPANY, onSale }));
  return {
    ...shop,
    'order 2': order,
    'order 3': order,
    spread: switching(true),
    gather: switching(false),
    ...(sale.product === 'evt_1' ? { seats: runOperator(changeSeats(sale)) } : {}),
    restock: runOperator(({ random }) => {
      const remaining = random.between(0, sale.stock);
      return () => importOperatorData({ restock: [{ option: sale.option, company: COMPANY, remaining }] });
    }),
  };
};

/**
 * One seeded on-sale: buyers compete for one option, pay and are refunded, while operators split, merge and restock its
 * counter, and processes are killed. Then time passes, and every unit that is not sold must be available.
 */
export const simulateOnSale = (seed: number, trace?: (line: string) => void): Promise<Outcome> => {
  const sale = chosenBy(seed);
  return runRounds(
    seed,
    {
      world: (key) => world(key, sale, sale.isOpen),
      cart: ({ random }) => ({ items: [lineOf(sale, random.between(1, sale.most))], more: {} }),
      actions: actionsOf(sale),
      rounds: ROUNDS,
      crowd: CROWD,
      audit: async (run, orders) => [
        ...auditCounters(run, orders),
        ...seatFaults(orders),
        ...(await auditLastUnits(run, sale)),
      ],
    },
    trace,
  );
};

type CounterRow = StockRow | StockShareRow;

const countersIn = ({ system }: Run): CounterRow[] => [
  ...rowsOf<StockRow>(system, 'stock'),
  ...rowsOf<StockShareRow>(system, 'stock-share'),
];

/**
 * Check C1: the reserved and sold units of each row match the orders, no unit is still reserved, and the units of all
 * rows sum to the number that was added.
 */
const auditCounters = (run: Run, orders: readonly OrderRow[]): string[] => {
  const byCounter = Map.groupBy(countersIn(run), ({ optionId }) => optionId);
  return [...byCounter.values()].flatMap((rows) => {
    const root = rows.find((row): row is StockRow => row.type === 'stock');
    if (!root) return ['C1 shares have no counter'];
    const total = sum(rows.map(({ remaining, held, sold }) => remaining + held + sold));
    const putIn = (root.putIn ?? 0) + (root.heldThen ?? 0) + (root.soldThen ?? 0);
    return [
      ...rows.flatMap((row) => counterFaults(row, holdsOf(orders, row))),
      ...(total === putIn ? [] : [`C1 ${putIn} of ${root.optionId} were added, but ${total} exist`]),
      ...(rows.some(({ held }) => held > 0)
        ? [`C1 ${root.optionId} is still held although no one can pay any more`]
        : []),
    ];
  });
};

/** Checks that a buyer can buy all remaining units, and no more. */
const auditLastUnits = async (run: Run, sale: OnSale): Promise<string[]> => {
  const leftOf = (optionId: string): number =>
    sum(countersIn(run).flatMap((row) => (row.optionId === optionId ? [row.remaining] : [])));
  const left = (): number => Math.min(leftOf(sale.option), sale.product === 'evt_1' ? leftOf('seats') : Infinity);
  const order = async (quantity: number): Promise<number> => {
    const body = orderBody([lineOf(sale, quantity)], { return_url: 'https://shop.example/' });
    const { key } = run;
    const request = { key, idempotencyKey: `last-${run.keys++}`, body };
    let status = 0;
    const sendOrder = async (): Promise<void> => {
      ({ status } = await run.system.request('POST', '/v2/orders', request));
    };
    await run.system.scheduler.run({ 'last order': sendOrder }, false);
    return status;
  };
  while (left() > 0) {
    const quantity = Math.min(left(), sale.most);
    const status = await order(quantity);
    if (status !== 201) return [`C1 ${left()} are left, and no one can buy ${quantity} of them: ${status}`];
  }
  const refused = await order(1);
  return refused === 422 || refused === 409 ? [] : [`C1 nothing is left, and an order got the response ${refused}`];
};
