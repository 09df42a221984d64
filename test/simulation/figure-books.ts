import { netOf } from '../../functions/domain/reporting/book/figures.ts';
import { entriesOfItem, isMove, spendableMinor } from '../../functions/domain/reporting/book/item-entries.ts';
import { orderBookEntries, paidAtMs } from '../../functions/domain/reporting/book/order-entries.ts';
import { bookIdentity } from '../../functions/domain/reporting/book/check.ts';
import type { BookEntryRow } from '../../functions/domain/reporting/book/rows.ts';
import { addEntry, emptyBook } from '../../functions/domain/reporting/book/sums.ts';
import type { OrderRow } from '../../functions/domain/checkout/orders/rows.ts';
import type { ItemRow, LedgerRow } from '../../functions/domain/value/items/rows.ts';
import { sum } from './books.ts';

interface FigureBooks {
  entries: readonly BookEntryRow[];
  items: readonly ItemRow[];
  ledger: readonly LedgerRow[];
  orders: readonly OrderRow[];
  /** The current time zone. */
  zone: string;
}

/** Check F: compares the figures of reports with items, ledgers and orders when no work is pending. */
export const figureFaults = ({ entries, items, ledger, orders, zone }: FigureBooks): string[] => {
  const ofItem = Map.groupBy(ledger, ({ pk }) => pk);
  const expected = [
    ...items.flatMap((item) => {
      const own = (ofItem.get(item.pk) ?? []).toSorted((a, b) => a.seq - b.seq);
      return entriesOfItem(item, own, zone);
    }),
    ...orders.flatMap(orderBookEntries),
  ];
  const identitiesOf = (all: readonly BookEntryRow[]) =>
    new Set(all.filter((entry) => !isMove(entry)).map(bookIdentity));
  const right = identitiesOf(expected);
  const counted = identitiesOf(entries);
  const book = emptyBook();
  for (const entry of entries) addEntry(book, entry);
  const figures = book.sums[''] ?? {};
  const closing = sum(items.map(spendableMinor));
  const outstanding = sum(Object.values(book.outstanding).map(([spendable]) => spendable));
  const paid = orders.filter((order) => paidAtMs(order) !== undefined);
  const captured = sum(paid.map(({ payment }) => (payment.gateway === 'settlement' ? 0 : payment.captured)));
  const refunded = sum(paid.map(({ payment }) => payment.refunded));
  return [
    ...[...right]
      .filter((name) => !counted.has(name))
      .map((name) => `F1 missing in the figures: ${name.replaceAll('\n', ' ')}`),
    ...[...counted]
      .filter((name) => !right.has(name))
      .map((name) => `F1 counted without a cause: ${name.replaceAll('\n', ' ')}`),
    ...(netOf(figures) === closing ? [] : [`F2 movements close with ${netOf(figures)}, items have ${closing}`]),
    ...(outstanding === closing ? [] : [`F2 liability is ${outstanding}, items have ${closing}`]),
    ...((figures.orders ?? 0) === paid.length
      ? []
      : [`F3 ${figures.orders ?? 0} of ${paid.length} orders are counted`]),
    ...((figures.captured ?? 0) === captured ? [] : [`F3 ${figures.captured} of ${captured} captured are counted`]),
    ...((figures.refunded ?? 0) === refunded ? [] : [`F3 ${figures.refunded} of ${refunded} refunded are counted`]),
  ];
};
