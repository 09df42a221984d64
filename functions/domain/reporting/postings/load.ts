import { chunksOf } from '../../../platform/chunks.ts';
import { SKEW_MS } from '../../../storage/limits/clock-skew.ts';
import { getRow, getRows, queryAll, type Key } from '../../../storage/table.ts';
import { shownOrder } from '../../checkout/orders/order-shape.ts';
import { partsOf } from '../../checkout/orders/parts.ts';
import { listRefundsOfOrder, refundsAmong } from '../../checkout/orders/refunds-of-order.ts';
import { orderKey, type OrderRow } from '../../checkout/orders/rows.ts';
import { coverMinor, type ItemPart, type ItemShare } from '../../checkout/allocation/allocation.ts';
import { planFrom } from '../../checkout/allocation/runs.ts';
import { codesOfOrder } from '../../value/items/issuance/of-order.ts';
import { itemKey, ledgerKey, ledgerUntil, type ItemRow, type LedgerRow } from '../../value/items/rows.ts';
import type { Figures } from '../book/figures.ts';
import type { BookEntryRow } from '../book/rows.ts';
import { itemPosting } from './item-postings.ts';
import { hasLostDispute, orderPosting, type IssuedValue } from './order-postings.ts';
import type { Posting } from './rows.ts';

const splitPosition = ({ sk }: Key): { subject: string; place: string } => {
  const [, subject = '', place = ''] = sk.split('#');
  return { subject, place };
};

const isOfOrder = (entry: BookEntryRow): boolean => entry.code === undefined;

/** Key of the ledger entry of a book entry; undefined for an entry without one, such as a lapse. */
const ledgerKeyOf = (entry: BookEntryRow): Key | undefined => {
  const { place } = splitPosition(entry);
  if (!/^\d+$/.test(place) || entry.code === undefined) return undefined;
  return ledgerKey({ company: entry.company, code: entry.code, atMs: entry.atMs, seq: Number(place) });
};

const figuresOf = ({ parts }: BookEntryRow): Figures => parts[0]?.figures ?? {};

interface LostShare extends ItemShare {
  seq: number;
  disputeId: string;
  atMs: number;
}

/** What lost disputes took from the items of an order. */
const lostShares = async (company: string, orderId: string): Promise<LostShare[]> => {
  const refunds = await listRefundsOfOrder(company, orderId);
  return refunds.flatMap(({ kind, plan, refundKey: disputeId, startedAtMs: atMs }) => {
    const portions = kind === 'dispute' && plan ? planFrom(plan).portions : [];
    return portions.flatMap((portion) => (portion.part === 'item' ? [{ ...portion, disputeId, atMs }] : []));
  });
};

/** Withdrawals from an item up to an entry, other than those of refunds. */
const otherWithdrawals = async ({ company, code, atMs, seq }: LedgerRow, orderId: string): Promise<LedgerRow[]> => {
  const ledger = await queryAll<LedgerRow>({ ...ledgerUntil(company, code, atMs), consistent: true });
  const withdrawals = ledger.filter((entry) => entry.kind === 'withdraw' && entry.seq <= seq);
  const ids = withdrawals.map(({ requestId }) => ({ orderId, refundKey: requestId }));
  const refunds = await refundsAmong(company, ids);
  return withdrawals.filter(({ requestId }) => !refunds.has(requestId));
};

/** The value that lost disputes took from an item. */
const lostMinorOf = (part: ItemPart, shares: readonly LostShare[]): number => {
  const minor = shares.reduce((total, share) => total + share.minor, 0);
  // If a dispute withdraws the rest of a card, the part that earlier refunds withdrew does not belong to the dispute.
  // A free card has no such part.
  const whole = (!part.divisible || part.priceMinor === 0) && shares.some((share) => share.whole);
  return coverMinor(part, { minor, whole });
};

/**
 * The part of the last withdrawal from an item that belongs to lost disputes. All withdrawals together include no more
 * than the disputes took.
 */
const disputedByLast = (withdrawals: readonly LedgerRow[], part: ItemPart, shares: readonly LostShare[]): number => {
  let [sum, last] = [0, 0];
  for (const { atMs, requestId, deltaMinor } of withdrawals) {
    // The dispute and the withdrawal may have been recorded by different clocks.
    const lost = shares.filter((share) => share.atMs <= atMs + SKEW_MS || share.disputeId === requestId);
    last = Math.min(-deltaMinor, Math.max(0, lostMinorOf(part, lost) - sum));
    sum += last;
  }
  return last;
};

/**
 * Withdrawn value that lost disputes took, by position of the book entry. A refund withdraws with its key. Other
 * withdrawals, at the loss of a dispute, at the end of a hold or at a late issue, may belong to a dispute in part.
 */
const disputedOf = async (
  company: string,
  entries: readonly BookEntryRow[],
  rows: Awaited<ReturnType<typeof getRows>>,
): Promise<Map<string, number>> => {
  const withdrawals = entries.flatMap((entry) => {
    const { withdrawn = 0 } = figuresOf(entry);
    const ledger = withdrawn > 0 ? ledgerKeyOf(entry) : undefined;
    const cause = ledger && rows.get<LedgerRow>(ledger);
    const item = cause && rows.get<ItemRow>(itemKey(company, cause.code));
    if (!item) return [];
    return [{ at: entry.sk, cause, item, orderId: item.orderId, refundKey: cause.requestId }];
  });
  const refunds = await refundsAmong(company, withdrawals);
  const others = withdrawals.filter(({ refundKey }) => !refunds.has(refundKey));
  const ofOrders = [...Map.groupBy(others, ({ orderId }) => orderId).keys()];
  const lost = new Map(await readAll(ofOrders, async (orderId) => [orderId, await lostOf(company, orderId)] as const));
  const minors = await readAll(others, async ({ at, cause, item, orderId }): Promise<[string, number][]> => {
    const { shares = [], items = [] } = lost.get(orderId) ?? {};
    const [ofItem, part] = [shares.filter(({ seq }) => seq === item.sequence), items[item.sequence]];
    if (ofItem.length === 0 || !part) return [];
    return [[at, disputedByLast(await otherWithdrawals(cause, orderId), part, ofItem)]];
  });
  return new Map(minors.flat());
};

/** What lost disputes took from the items of an order, and the order's items; undefined if they took nothing. */
const lostOf = async (
  company: string,
  orderId: string,
): Promise<{ shares: readonly LostShare[]; items: readonly ItemPart[] } | undefined> => {
  const shares = await lostShares(company, orderId);
  if (shares.length === 0) return undefined;
  const order = shownOrder(await getRow(orderKey(company, orderId), { consistent: true }));
  return order && { shares, items: partsOf(order).items };
};

const CONCURRENT_READS = 16;

/** Calls `read` for each element. Limits concurrent calls, because a day may have thousands of withdrawn items. */
const readAll = async <T, R>(all: readonly T[], read: (each: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = [];
  for (const group of chunksOf(all, CONCURRENT_READS)) results.push(...(await Promise.all(group.map(read))));
  return results;
};

const NOTHING_ISSUED: IssuedValue = { minor: 0, disputedMinor: 0 };

/** The issued items of refunded orders, by order. Some of the items may never be issued. */
const issuedValueOf = async (company: string, orders: readonly OrderRow[]): Promise<Map<string, IssuedValue>> => {
  const refunded = orders.filter(({ returned }) => returned === true);
  const codes = refunded.flatMap(codesOfOrder);
  const rows = await getRows(
    codes.map((code) => itemKey(company, code)),
    { consistent: true },
  );
  const disputed = refunded.filter(hasLostDispute);
  const lost = new Map(await readAll(disputed, async ({ id }) => [id, await lostOf(company, id)] as const));
  const issued = new Map<string, IssuedValue>();
  for (const code of codes) {
    const item = rows.get<ItemRow>(itemKey(company, code));
    if (item?.vatTreatment !== 'multi_purpose') continue;
    const { orderId, sequence, valueMinor } = item;
    const { shares = [], items = [] } = lost.get(orderId) ?? {};
    const part = items[sequence];
    const ofItem = shares.filter(({ seq }) => seq === sequence);
    const { minor, disputedMinor } = issued.get(orderId) ?? NOTHING_ISSUED;
    issued.set(orderId, {
      minor: minor + valueMinor,
      disputedMinor: disputedMinor + (part ? lostMinorOf(part, ofItem) : 0),
    });
  }
  return issued;
};

/** Postings of book entries, in order. Only members of orders and items that never change are used. */
export const postingsOf = async (company: string, entries: readonly BookEntryRow[]): Promise<Posting[]> => {
  const keys = new Map<string, Key>();
  const addKey = (key: Key | undefined): void => {
    if (key) keys.set(`${key.pk} ${key.sk}`, key);
  };
  for (const entry of entries) {
    if (isOfOrder(entry)) addKey(orderKey(company, splitPosition(entry).subject));
    else {
      addKey(itemKey(company, entry.code ?? ''));
      addKey(ledgerKeyOf(entry));
    }
  }
  const rows = await getRows([...keys.values()], { consistent: true });
  const orders = new Map<string, OrderRow>();
  for (const { subject } of entries.filter(isOfOrder).map(splitPosition)) {
    const order = shownOrder(rows.get(orderKey(company, subject)));
    if (order) orders.set(subject, order);
  }
  const issued = await issuedValueOf(company, [...orders.values()]);
  const disputed = await disputedOf(company, entries, rows);
  return entries.flatMap((entry): Posting[] => {
    const { subject, place } = splitPosition(entry);
    if (isOfOrder(entry)) {
      const order = orders.get(subject);
      const posted = order && { order, issued: issued.get(order.id) ?? NOTHING_ISSUED };
      return posted ? [orderPosting(posted, entry.sk, Number(place))] : [];
    }
    const item = rows.get<ItemRow>(itemKey(company, entry.code ?? ''));
    const ledger = ledgerKeyOf(entry);
    const figures = figuresOf(entry);
    if (!item || (!ledger && !figures.breakage)) return [];
    const ledgerRow = ledger && rows.get<LedgerRow>(ledger);
    return [itemPosting(item, figures, { at: entry.sk, entry: ledgerRow, disputedMinor: disputed.get(entry.sk) ?? 0 })];
  });
};
