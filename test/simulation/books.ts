import type { OrderBody } from '../support/shop.ts';
import type { Run } from './actions.ts';
import { STOCKED } from './world.ts';

interface ItemBody {
  code: string;
  amount: number;
  remaining_amount: number;
  status: number;
}

interface HistoryEntry {
  kind: string;
  amount: number;
}

const sum = (figures: readonly number[]): number => figures.reduce((total, figure) => total + figure, 0);
const minor = (decimal: number): number => Math.round(decimal * 100);

/** Everything a run left behind, held against each other. Returns what does not add up. */
export const auditOrders = async (run: Run): Promise<string[]> => {
  const faults: string[] = [];
  for (const orderId of run.orders) {
    const order = await run.shop.read(orderId);
    faults.push(...auditState(order), ...(await auditItems(run, order)));
  }
  return faults;
};

const auditState = (order: OrderBody): string[] => {
  const { status, payment, fulfillment } = order;
  const faults: string[] = [];
  const say = (text: string) => faults.push(`${order.id} (${status}/${payment.status}): ${text}`);
  const isPaid = ['paid', 'fulfilled'].includes(status);
  if (isPaid && payment.captured_amount !== order.amounts.total) say(`captured ${payment.captured_amount}`);
  if (status === 'paid') say(`was never fulfilled (${fulfillment.status})`);
  if (payment.refunded_amount > payment.captured_amount) say(`refunded ${payment.refunded_amount}`);
  if (['expired', 'pending_payment'].includes(status) && payment.captured_amount !== 0) say('holds money');
  return faults;
};

/** Value issued less value withdrawn is money captured less money refunded, unless more of it was spent before. */
const auditItems = async (run: Run, order: OrderBody): Promise<string[]> => {
  const { key, stack } = run.shop;
  const { body } = await stack.get<{ data: ItemBody[] }>(`/v2/items?order_id=${order.id}&limit=100`, { key });
  const faults: string[] = [];
  const expected = order.status === 'fulfilled' ? sum(order.line_items.map(({ quantity }) => quantity)) : undefined;
  if (expected !== undefined && body.data.length !== expected) faults.push(`${order.id}: ${body.data.length} items`);
  let outstanding = 0;
  let claimed = 0;
  for (const item of body.data) {
    const { issued, balance, spent, issues } = await readHistory(run, item.code);
    if (issues !== 1) faults.push(`${item.code}: issued ${issues} times`);
    if (balance !== minor(item.remaining_amount))
      faults.push(`${item.code}: ledger ${balance}, item ${item.remaining_amount}`);
    if (minor(item.amount) !== issued) faults.push(`${item.code}: worth ${item.amount}, issued ${issued}`);
    outstanding += balance;
    claimed += spent;
  }
  const kept = order.payment.captured_amount - order.payment.refunded_amount;
  const due = order.status === 'fulfilled' ? Math.max(0, kept - claimed) : 0;
  if (outstanding > due) faults.push(`${order.id}: ${outstanding} can be spent, ${due} was paid for`);
  if (claimed === 0 && outstanding !== due) faults.push(`${order.id}: ${outstanding} can be spent of ${due}`);
  return faults;
};

const readHistory = async (run: Run, code: string) => {
  const { key, stack } = run.shop;
  const { body } = await stack.get<{ data: HistoryEntry[] }>(`/v2/items/${code}/history?limit=100`, { key });
  const of = (...kinds: string[]) =>
    sum(body.data.filter(({ kind }) => kinds.includes(kind)).map(({ amount }) => minor(amount)));
  return {
    issues: body.data.filter(({ kind }) => kind === 'issue').length,
    issued: of('issue'),
    balance: sum(body.data.map(({ amount }) => minor(amount))),
    spent: -of('claim', 'refund'),
  };
};

/** Published stock, units held by open orders and units sold are together what was put in, over all runs. */
export const auditStock = async (run: Run, allOrders: readonly string[]): Promise<string[]> => {
  const orders = await Promise.all(allOrders.map((id) => run.shop.read(id)));
  const holding = orders.filter(
    ({ status, payment }) => status !== 'expired' && !(status === 'cancelled' && payment.captured_amount === 0),
  );
  const { body } = await run.shop.stack.get<{
    data: { options?: { id: string; availability: { remaining: number } }[] }[];
  }>('/v2/products', { key: run.shop.key });
  const options = body.data.flatMap((product) => product.options ?? []);
  return STOCKED.flatMap(({ option, stock }) => {
    const taken = sum(
      holding.flatMap(({ line_items }) =>
        line_items
          .filter((line) => (line as unknown as { product_option_id: string }).product_option_id === option)
          .map(({ quantity }) => quantity),
      ),
    );
    const remaining = options.find(({ id }) => id === option)?.availability.remaining ?? 0;
    return remaining + taken === stock ? [] : [`${option}: ${remaining} left and ${taken} taken of ${stock}`];
  });
};
