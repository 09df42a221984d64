import type { RedemptionRow } from '../../functions/domain/value/items/redemptions/rows.ts';
import { itemKey, type ItemRow, type LedgerRow } from '../../functions/domain/value/items/rows.ts';
import type { OrderRow } from '../../functions/domain/checkout/orders/rows.ts';
import { itemFaults, orderCardFaults, redemptionFaults } from './card-books.ts';
import type { Item } from './memory-table.ts';
import type { System } from './system.ts';

/**
 * Checks the invariants of each item, redemption and order that a call has changed, and of related rows, after every
 * call.
 */
export const watchCards = (system: System): void => {
  const { table } = system;
  const entries = new Map<string, LedgerRow[]>();
  const redemptions = new Map<string, RedemptionRow>();
  const orders = new Map<string, OrderRow>();
  const byItem = new Map<string, Set<string>>();
  const itemOf = (company: string) => (code: string) => table.get(itemKey(company, code)) as ItemRow | undefined;
  let place = 0;

  const noteEntry = (entry: LedgerRow): void => {
    const own = entries.get(entry.code) ?? [];
    own.push(entry);
    entries.set(entry.code, own);
  };
  const noteRedemption = (row: RedemptionRow): void => {
    redemptions.set(row.id, row);
    for (const { code } of row.sources) byItem.set(code, (byItem.get(code) ?? new Set()).add(row.id));
  };

  system.scheduler.afterCall = () => {
    const changedRows = table.changes.slice(place).flatMap(({ after }) => after ?? []);
    place = table.changes.length;
    const touched = new Set<string>();
    const paying = new Set<string>();
    for (const row of changedRows) recordCard(row, { touched, paying });
    const now = system.nowMs;
    const faults = [
      ...changedRows.flatMap((row) => (row['type'] === 'item' ? itemFaults(row as unknown as ItemRow, now) : [])),
      ...[...touched].flatMap((id) => {
        const row = redemptions.get(id);
        return row ? redemptionFaults(row, itemOf(row.company), (code) => entries.get(code) ?? [], now) : [];
      }),
      ...[...paying].flatMap((id) => {
        const order = orders.get(id);
        return order ? orderCardFaults(order, (redemption) => redemptions.get(redemption)) : [];
      }),
    ];
    for (const fault of faults) system.surprises.push(`at once: ${fault}`);
  };

  const recordCard = (row: Item, { touched, paying }: Record<'touched' | 'paying', Set<string>>): void => {
    const raw = row as unknown;
    if (row['type'] === 'ledger') noteEntry(raw as LedgerRow);
    if (row['type'] === 'item') for (const id of byItem.get((raw as ItemRow).code) ?? []) touched.add(id);
    if (row['type'] === 'order') {
      const order = raw as OrderRow;
      orders.set(order.id, order);
      paying.add(order.id);
    }
    if (row['type'] !== 'redemption') return;
    const redemption = raw as RedemptionRow;
    noteRedemption(redemption);
    touched.add(redemption.id);
    if (redemption.orderId !== null) paying.add(redemption.orderId);
  };
};
