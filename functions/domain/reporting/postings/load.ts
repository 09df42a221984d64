import { getRows, type Key } from '../../../storage/table.ts';
import { shownOrder } from '../../checkout/orders/order-shape.ts';
import { disputesAmong } from '../../checkout/orders/disputes-of-order.ts';
import { orderKey } from '../../checkout/orders/rows.ts';
import { itemKey, ledgerKey, type ItemRow, type LedgerRow } from '../../value/items/rows.ts';
import type { Figures } from '../book/figures.ts';
import type { BookEntryRow } from '../book/rows.ts';
import { itemPosting } from './item-postings.ts';
import { orderPosting } from './order-postings.ts';
import type { Posting } from './rows.ts';

const partsOf = ({ sk }: Key): { subject: string; place: string } => {
  const [, subject = '', place = ''] = sk.split('#');
  return { subject, place };
};

const isOfOrder = (entry: BookEntryRow): boolean => entry.code === undefined;

/** Key of the ledger entry of a book entry; undefined for an entry without one, such as a lapse. */
const ledgerKeyOf = (entry: BookEntryRow): Key | undefined => {
  const { place } = partsOf(entry);
  if (!/^\d+$/.test(place) || entry.code === undefined) return undefined;
  return ledgerKey({ company: entry.company, code: entry.code, atMs: entry.atMs, seq: Number(place) });
};

const figuresOf = ({ parts }: BookEntryRow): Figures => parts[0]?.figures ?? {};

/**
 * Positions of book entries in which a dispute withdrew or reinstated value of an item. The request id of their ledger
 * entries is the id of the dispute.
 */
const disputedOf = async (
  company: string,
  entries: readonly BookEntryRow[],
  rows: Awaited<ReturnType<typeof getRows>>,
): Promise<Set<string>> => {
  const causes = new Map<string, { orderId: string; disputeId: string }>();
  for (const entry of entries) {
    const { withdrawn, reinstated } = figuresOf(entry);
    const ledger = withdrawn || reinstated ? ledgerKeyOf(entry) : undefined;
    const cause = ledger && rows.get<LedgerRow>(ledger);
    const item = cause && rows.get<ItemRow>(itemKey(company, cause.code));
    if (item) causes.set(entry.sk, { orderId: item.orderId, disputeId: cause.requestId });
  }
  const disputes = await disputesAmong(company, [...causes.values()]);
  return new Set([...causes].filter(([, { disputeId }]) => disputes.has(disputeId)).map(([sk]) => sk));
};

/** Postings of book entries, in order. Only members of orders and items that never change are used. */
export const postingsOf = async (company: string, entries: readonly BookEntryRow[]): Promise<Posting[]> => {
  const keys = new Map<string, Key>();
  const addKey = (key: Key | undefined): void => {
    if (key) keys.set(`${key.pk} ${key.sk}`, key);
  };
  for (const entry of entries) {
    if (isOfOrder(entry)) addKey(orderKey(company, partsOf(entry).subject));
    else {
      addKey(itemKey(company, entry.code ?? ''));
      addKey(ledgerKeyOf(entry));
    }
  }
  const rows = await getRows([...keys.values()], { consistent: true });
  const disputed = await disputedOf(company, entries, rows);
  return entries.flatMap((entry): Posting[] => {
    const { subject, place } = partsOf(entry);
    if (isOfOrder(entry)) {
      const order = shownOrder(rows.get(orderKey(company, subject)));
      return order ? [orderPosting(order, entry.sk, Number(place))] : [];
    }
    const item = rows.get<ItemRow>(itemKey(company, entry.code ?? ''));
    const ledger = ledgerKeyOf(entry);
    const figures = figuresOf(entry);
    if (!item || (!ledger && !figures.breakage)) return [];
    const ledgerRow = ledger && rows.get<LedgerRow>(ledger);
    return [itemPosting(item, figures, { at: entry.sk, entry: ledgerRow, isOfDispute: disputed.has(entry.sk) })];
  });
};
