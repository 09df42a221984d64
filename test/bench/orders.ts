import type { OrderRow, OrderStatus } from '../../functions/domain/checkout/orders/rows.ts';
import { anOrder, NOW } from '../support/orders.ts';
import { startTable } from '../support/table.ts';
import { putRows } from './put-rows.ts';
import { readMeter } from './read-meter.ts';
import { roundTo, type Section } from './report.ts';

const ORDERS = Number(process.env['BENCH_ORDERS'] ?? 100_000);
const SMALL = Math.ceil(ORDERS / 20);
/** One in N orders is refunded: a rare state. */
const RARE_EVERY = 2000;

/** Cost of one page in a company with `BENCH_ORDERS` orders (default 100,000), and with a twentieth of them. */
export const benchOrders = async (): Promise<Section> => ({
  title: 'A page of 25 orders, by number of orders in the company',
  note: `Read units of one page at ${SMALL} and at ${ORDERS} orders, without authentication.`,
  rows: await pagesOf([SMALL, ORDERS]),
});

const FILTERS = {
  all: {},
  'by email': { emails: ['buyer-7@example.com'] },
  'by client reference': { clientReferences: ['cart-77'] },
  'by rare status': { paymentStatuses: ['refunded'] },
  'by rare status and date': { paymentStatuses: ['refunded'], createdFromMs: NOW },
} as const;

const NO_FILTER = {
  statuses: undefined,
  paymentStatuses: undefined,
  emails: undefined,
  clientReferences: undefined,
  createdFromMs: undefined,
  createdBeforeMs: undefined,
};

const pagesOf = async (sizes: readonly number[]): Promise<Record<string, string | number>[]> => {
  const table = await startTable();
  try {
    const { listOrders } = await import('../../functions/domain/checkout/orders/list.ts');
    const meter = await readMeter();
    const rows: Record<string, string | number>[] = Object.keys(FILTERS).map((filter) => ({ filter }));
    for (const size of sizes) {
      const company = `shop-${size}`;
      await putRows(Array.from({ length: size }, (_, index) => orderAt(company, index)));
      for (const row of rows) {
        const filter = { ...NO_FILTER, ...FILTERS[row['filter'] as keyof typeof FILTERS] };
        meter.start();
        const page = await listOrders(company, filter, { limit: 25, startingAfter: undefined });
        row[`RCU at ${size}`] = roundTo(meter.read().rcu);
        row[`shown at ${size}`] = page.data.length;
      }
    }
    return rows;
  } finally {
    await table.stop();
  }
};

const BUYERS = 2000;

const orderAt = (company: string, index: number): OrderRow => {
  const isRare = index % RARE_EVERY === 0;
  const status: OrderStatus = 'fulfilled';
  return anOrder({
    company,
    id: `po_${index.toString(16).padStart(32, '0')}`,
    createdAtMs: NOW + index * 1000,
    status,
    payment: {
      status: isRare ? 'refunded' : 'captured',
      captured: 51000,
      refunded: isRare ? 51000 : 0,
      failedAttempts: [],
    },
    fulfillment: { status: 'fulfilled', fulfilledAtMs: NOW },
    sender: { name: 'Buyer', email: `buyer-${index % BUYERS}@example.com` },
    clientReference: `cart-${index}`,
  });
};
