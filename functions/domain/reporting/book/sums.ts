import { addFigures } from './figures.ts';
import type { BookEntryRow, OutstandingChange, OutstandingKey, Sums } from './rows.ts';

/** Sums of entries by group, and the change in the outstanding value. */
export interface DayBook {
  sums: Sums;
  outstanding: Record<OutstandingKey, OutstandingChange>;
}

export const emptyBook = (): DayBook => ({ sums: {}, outstanding: {} });

const groupOf = (sums: Sums, group: string) => (sums[group] ??= {});

/**
 * Adds an entry, in place. An order with two products counts once for each product, and once in the group of all
 * products.
 */
export const addEntry = (book: DayBook, { parts, channel, orders, outstanding = [] }: BookEntryRow): void => {
  const { sums } = book;
  for (const { family, product, itemType, vat, figures } of parts) {
    const groups = ['', `c:${channel}`, `f:${family}`, `p:${product}`];
    if (itemType !== undefined) groups.push(`t:${itemType}`);
    if (vat !== undefined) groups.push(`v:${vat}`);
    for (const group of groups) addFigures(groupOf(sums, group), figures);
  }
  if (orders) {
    const families = parts.map(({ family }) => `f:${family}`);
    const products = parts.map(({ product }) => `p:${product}`);
    for (const group of new Set(['', `c:${channel}`, ...families, ...products]))
      addFigures(groupOf(sums, group), { orders });
  }
  addOutstanding(book, Object.fromEntries(outstanding.map(([key, ...values]) => [key, values])));
};

export const addOutstanding = (
  book: Pick<DayBook, 'outstanding'>,
  more: Record<OutstandingKey, OutstandingChange>,
): void => {
  for (const [key, [spendable, awaiting]] of Object.entries(more)) {
    const [before, beforeAwaiting] = book.outstanding[key] ?? [0, 0];
    const sum: OutstandingChange = [before + spendable, beforeAwaiting + awaiting];
    if (sum[0] === 0 && sum[1] === 0) delete book.outstanding[key];
    else book.outstanding[key] = sum;
  }
};

/** Adds the sums of `more` to `book`, in place. */
export const addBook = (book: DayBook, more: DayBook): void => {
  for (const [group, figures] of Object.entries(more.sums)) addFigures(groupOf(book.sums, group), figures);
  addOutstanding(book, more.outstanding);
};
