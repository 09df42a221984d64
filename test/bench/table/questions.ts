import type { OrderFilter } from '../../../functions/domain/checkout/orders/list-filter.ts';
import { LARGE_COMPANY } from '../items-data.ts';
import { loadOperations as loadItemOperations, QUESTIONS as OF_ITEMS } from '../items-questions.ts';
import { buyerOf, BUYERS, cartOf, ENDPOINT, EVENT_TYPE } from './data.ts';

/** Input of queries: the size of the table, and the time of its newest row. */
interface Size {
  orders: number;
  items: number;
  endMs: number;
}

interface Question {
  name: string;
  run: (operations: Operations, size: Size) => Promise<object>;
}

/** Loads the operations, after the environment variable with the table's name is set. */
export const loadOperations = async () => {
  const [ofItems, orders, deliveries, audit, products, history] = await Promise.all([
    loadItemOperations(),
    import('../../../functions/domain/checkout/orders/list.ts'),
    import('../../../functions/domain/notifications/webhooks/list-deliveries.ts'),
    import('../../../functions/domain/reporting/audit/list.ts'),
    import('../../../functions/domain/catalog/listing/list.ts'),
    import('../../../functions/domain/reporting/reports/integrity.ts'),
  ]);
  return { ofItems, ...orders, ...deliveries, ...audit, ...products, ...history };
};

type Operations = Awaited<ReturnType<typeof loadOperations>>;

const PAGE = { limit: 100, startingAfter: undefined };

const ordersBy = (name: string, filter: (size: Size) => Partial<OrderFilter>): Question => ({
  name: `orders, 100 ${name}`,
  run: (on, size) => {
    const none = { statuses: undefined, paymentStatuses: undefined, emails: undefined, clientReferences: undefined };
    const filtered = { ...none, createdFromMs: undefined, createdBeforeMs: undefined, ...filter(size) };
    return on.listOrders(LARGE_COMPANY, filtered, PAGE);
  },
});

const deliveriesBy = (name: string, filter: object): Question => ({
  name: `webhook deliveries, 100 ${name}`,
  run: (on) => {
    const none = { endpoint: undefined, type: undefined, status: undefined, order: undefined };
    return on.listDeliveries(LARGE_COMPANY, { ...none, ...filter }, PAGE);
  },
});

const auditBy = (name: string, filter: object): Question => ({
  name: `audit log, 100 ${name}`,
  run: (on) => {
    const none = { fromMs: undefined, beforeMs: undefined, by: undefined, channel: undefined, operation: undefined };
    return on.listAuditLog(LARGE_COMPANY, { ...none, ...PAGE, ...filter });
  },
});

const productsBy = (name: string, limit: number | undefined): Question => ({
  name: `products, ${name}`,
  run: async (on) =>
    (await on.listProducts(LARGE_COMPANY, { family: undefined, category: undefined, startingAfter: undefined, limit }))
      .page,
});

/** Every list, search and report page. */
export const QUESTIONS: readonly Question[] = [
  productsBy('all', undefined),
  productsBy('10', 10),
  ordersBy('newest', () => ({})),
  ordersBy('of a buyer', () => ({ emails: [buyerOf(7)] })),
  ordersBy(`of ${BUYERS} buyers`, () => ({ emails: Array.from({ length: BUYERS }, (_, at) => buyerOf(at)) })),
  ordersBy('by client reference', () => ({ clientReferences: [cartOf(7)] })),
  ordersBy('refunded, a small share', () => ({ paymentStatuses: ['refunded'] })),
  ordersBy('refunded, of a buyer', () => ({ paymentStatuses: ['refunded'], emails: [buyerOf(7)] })),
  ordersBy('before a day in the middle', ({ endMs }) => ({ createdBeforeMs: endMs - 365 * 86_400_000 })),
  deliveriesBy('newest', {}),
  deliveriesBy('of an endpoint', { endpoint: ENDPOINT }),
  deliveriesBy('of a type', { type: EVENT_TYPE }),
  deliveriesBy('that failed', { status: 'failed' }),
  auditBy('newest', {}),
  auditBy('by an unknown author', { by: 'nobody' }),
  { name: 'integrity', run: (on) => on.readIntegrity(LARGE_COMPANY) },
  ...OF_ITEMS.map(({ name, run }): Question => ({ name, run: (on, size) => run(on.ofItems, size) })),
];
