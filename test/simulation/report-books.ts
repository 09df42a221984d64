import { isLapsed } from '../../functions/domain/value/items/ledger/lapse.ts';
import { AWAITING_PAYMENT, CANCELLED, type ItemRow } from '../../functions/domain/value/items/rows.ts';
import { paidAtMs } from '../../functions/domain/reporting/book/order-entries.ts';
import { spendableMinor } from '../../functions/domain/reporting/book/item-entries.ts';
import { daysAfter } from '../../functions/platform/zones.ts';
import { FLOW_NAMES, netOf, type Figures } from '../../functions/domain/reporting/book/figures.ts';
import { commissionLeft } from '../../functions/domain/checkout/orders/commission.ts';
import { refundedMinor } from '../../functions/domain/checkout/orders/gift-cards.ts';
import type { OrderRow } from '../../functions/domain/checkout/orders/rows.ts';
import { ACCOUNTS } from '../support/books-shop.ts';
import { sum } from './books.ts';

type Row = { period: string; group: string | null } & Record<string, number>;
interface Entry {
  date: string;
  voucher: number;
  lines: { account: string; debit: number; credit: number }[];
}
interface Page<T> {
  data: T[];
  next_cursor: string | null;
}

/** Reads a report; throws when it is refused. */
export type Reader = <T>(path: string, query: Record<string, string>) => Promise<T>;

interface ReportBooks {
  /** Days of the company, `YYYY-MM-DD`, that include all entries. */
  from: string;
  to: string;
  items: readonly ItemRow[];
  orders: readonly OrderRow[];
}

/** All entries of a list, page by page. */
const everyRow = async <T>(read: Reader, path: string, query: Record<string, string>): Promise<T[]> => {
  const rows: T[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<T> = await read<Page<T>>(path, {
      ...query,
      limit: '100',
      ...(cursor === null ? {} : { starting_after: cursor }),
    });
    rows.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return rows;
};

const ranges = (from: string, to: string, days: number): { from: string; to: string }[] => {
  const results: { from: string; to: string }[] = [];
  for (let begin = from; begin <= to; begin = daysAfter(begin, days)) {
    const end = daysAfter(begin, days - 1);
    results.push({ from: begin, to: end < to ? end : to });
  }
  return results;
};

const differing = (name: string, found: number, right: number): string[] =>
  found === right ? [] : [`R ${name} is ${found}, not ${right}`];

const figure = (rows: readonly Record<string, unknown>[], name: string): number =>
  sum(rows.map((row) => Number(row[name] ?? 0)));

/**
 * Checks that each period opens with the closing balance of the previous one, that movements by group sum to the
 * movements by period, and that the last closing balance and the reported liability equal the remaining value of items.
 */
const movementFaults = async (read: Reader, { from, to, items }: ReportBooks): Promise<string[]> => {
  const query = { from, to };
  const { rows } = await read<{ rows: Row[] }>('/v2/reports/movements', query);
  const faults: string[] = [];
  let before = 0;
  for (const row of rows) {
    faults.push(...differing(`opening of ${row.period}`, row['opening'] ?? NaN, before));
    faults.push(...differing(`closing of ${row.period}`, row['closing'] ?? NaN, before + netOf(row as Figures)));
    before = row['closing'] ?? NaN;
  }
  for (const group of ['item_type', 'vat_treatment']) {
    const grouped = await read<{ rows: Row[] }>('/v2/reports/movements', { ...query, group, interval: 'month' });
    for (const flow of FLOW_NAMES)
      faults.push(...differing(`${flow} by ${group}`, figure(grouped.rows, flow), figure(rows, flow)));
  }
  const liability = await read<{ totals: { outstanding_amount: number }[] }>('/v2/reports/liability', { date: to });
  const reported = Math.round(figure(liability.totals, 'outstanding_amount') * 100);
  const remaining = sum(items.map(spendableMinor));
  return [...faults, ...differing('closing', before, remaining), ...differing('liability', reported, remaining)];
};

const commissionOf = ({ commission }: OrderRow): number => (commission ? commissionLeft(commission) : 0);

const SUMMED = ['items', 'gross', 'discount', 'fees', 'shipping', 'gift_cards', 'captured', 'refunded', 'commission'];

/** Checks that the summary equals the sum of the orders, and that groups sum to the summary. */
const summaryFaults = async (read: Reader, { from, to, orders }: ReportBooks): Promise<string[]> => {
  const { totals } = await read<{ totals: Record<string, number> }>('/v2/reports/summary', { from, to });
  const paid = orders.filter((order) => paidAtMs(order) !== undefined);
  const of = (figureOf: (order: OrderRow) => number): number => sum(paid.map(figureOf));
  const right: Record<string, number> = {
    orders: paid.length,
    gross: of(({ amounts }) => amounts.subtotal),
    discount: of(({ amounts }) => amounts.discount),
    fees: of(({ amounts }) => amounts.fees),
    shipping: of(({ amounts }) => amounts.shipping),
    captured: of(({ payment }) => (payment.gateway === 'settlement' ? 0 : payment.captured)),
    refunded: of(({ payment }) => payment.refunded),
    commission: of(commissionOf),
  };
  const faults = Object.entries(right).flatMap(([name, amount]) =>
    differing(`summary ${name}`, totals[name] ?? NaN, amount),
  );
  for (const group of ['family', 'product', 'channel']) {
    const { rows } = await read<{ rows: Row[] }>('/v2/reports/summary', { from, to, group, interval: 'month' });
    for (const name of SUMMED)
      faults.push(...differing(`summary ${name} by ${group}`, figure(rows, name), totals[name] ?? NaN));
  }
  return faults;
};

/** Checks that each statement equals its lines, and that all statements sum to the orders' amounts and the summary. */
const statementFaults = async (read: Reader, { from, to, orders }: ReportBooks): Promise<string[]> => {
  const faults: string[] = [];
  const all: Record<string, number>[] = [];
  const perOrder = new Map<string, number>();
  for (const month of new Set(ranges(from, to, 1).map((day) => day.from.slice(0, 7)))) {
    const statement = await read<Record<string, number>>('/v2/reports/statement', { month });
    const lines = await everyRow<Record<string, unknown>>(read, `/v2/reports/statement/${month}/lines`, {});
    for (const line of lines) {
      const id = String(line['order_id']);
      perOrder.set(id, (perOrder.get(id) ?? 0) + Number(line['captured']) - Number(line['refunded']));
    }
    for (const name of ['gross', 'fees', 'shipping', 'captured', 'commission'])
      faults.push(...differing(`${name} of ${month}`, statement[name] ?? NaN, figure(lines, name)));
    const of = (name: string): number => statement[name] ?? NaN;
    faults.push(
      ...differing(`refunds of ${month}`, of('refunds') + of('disputes_lost'), figure(lines, 'refunded')),
      ...differing(
        `net of ${month}`,
        of('net'),
        of('captured') -
          of('refunds') -
          of('disputes_lost') -
          of('commission') -
          of('commission_vat') +
          of('carried_forward'),
      ),
    );
    all.push(statement);
  }
  for (const order of orders.filter((each) => paidAtMs(each) !== undefined)) {
    const { captured, refunded, gateway } = order.payment;
    const right = (gateway === 'settlement' ? 0 : captured) - refunded;
    faults.push(...differing(`amount of ${order.id} in all statements`, perOrder.get(order.id) ?? NaN, right));
  }
  const { totals } = await read<{ totals: Record<string, number> }>('/v2/reports/summary', { from, to });
  for (const name of ['gross', 'captured', 'commission'])
    faults.push(...differing(`${name} of all statements`, figure(all, name), totals[name] ?? NaN));
  return faults;
};

/** Liability of an item in the journal, including expired value until it is recognized as breakage. */
const owedFor = (item: ItemRow): number =>
  item.vatTreatment !== 'multi_purpose' || item.status === AWAITING_PAYMENT || item.status === CANCELLED
    ? 0
    : item.remainingMinor - (item.brokenMinor ?? 0);

/** Value that is paid but not issued yet. An open dispute may have stopped an order that is issued in steps. */
const owedUnissued = ({ orders, items }: ReportBooks): number => {
  const issued = Map.groupBy(
    items.filter(({ replaces }) => !replaces),
    ({ orderId }) => orderId,
  );
  const waiting = orders.filter(
    (order) => paidAtMs(order) !== undefined && !order.returned && (order.status === 'paid' || !issued.has(order.id)),
  );
  return sum(
    waiting.flatMap(({ id, lines }) =>
      lines
        .filter(({ vatTreatment }) => vatTreatment === 'multi_purpose')
        .map((line) => {
          const ofLine = (issued.get(id) ?? []).filter(({ lineId }) => lineId === line.id);
          return line.itemValue * (line.itemCount - ofLine.length);
        }),
    ),
  );
};

/** Checks that journal entries balance, that voucher numbers have no gaps, and that accounts match items and orders. */
const journalFaults = async (read: Reader, books: ReportBooks): Promise<string[]> => {
  const { from, to, items, orders } = books;
  const entries: Entry[] = [];
  for (const range of ranges(from, to, 31))
    entries.push(...(await everyRow<Entry>(read, '/v2/reports/journal', range)));
  const faults: string[] = [];
  const balances = new Map<string, number>();
  const next = new Map<string, number>();
  for (const { date, voucher, lines } of entries) {
    const year = date.slice(0, 4);
    const expected = (next.get(year) ?? 0) + 1;
    faults.push(...differing(`voucher of ${date}`, voucher, expected));
    next.set(year, expected);
    faults.push(...differing(`balance of voucher ${voucher}`, figure(lines, 'debit') - figure(lines, 'credit'), 0));
    for (const { account, debit, credit } of lines)
      balances.set(account, (balances.get(account) ?? 0) + debit - credit);
  }
  const of = (name: 'liability' | 'gateway' | 'breakage' | 'commission'): number => balances.get(ACCOUNTS[name]) ?? 0;
  const paid = orders.filter((order) => paidAtMs(order) !== undefined);
  const commission = sum(paid.map(commissionOf));
  const kept = sum(
    paid.map(({ payment }) => (payment.gateway === 'settlement' ? 0 : payment.captured) - payment.refunded),
  );
  return [
    ...faults,
    ...differing('liability of the journal', of('liability'), -sum(items.map(owedFor)) - owedUnissued(books)),
    ...differing('gateway of the journal', of('gateway'), kept - commission),
    ...differing('commission of the journal', of('commission'), commission),
    ...differing('breakage', of('breakage'), -sum(items.map(({ brokenMinor = 0 }) => brokenMinor))),
    ...items
      .filter((item) => (item.brokenMinor ?? 0) > (isLapsed(item) ? item.remainingMinor : 0))
      .map(({ code }) => `R breakage of ${code} exceeds its remaining value`),
    ...paid.filter((order) => refundedMinor(order) < 0).map(({ id }) => `R refunded amount of ${id} is negative`),
  ];
};

/** Check R: every equation between reports, when no work is pending. */
export const reportFaults = async (read: Reader, books: ReportBooks): Promise<string[]> => [
  ...(await movementFaults(read, books)),
  ...(await summaryFaults(read, books)),
  ...(await statementFaults(read, books)),
  ...(await journalFaults(read, books)),
];
