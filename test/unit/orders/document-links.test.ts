import { expect, test } from 'vitest';
import { presentOrder } from '../../../functions/domain/checkout/orders/present.ts';
import type { LineIssue } from '../../../functions/domain/checkout/orders/line-issue.ts';
import { orderIn } from '../../support/order-life.ts';

const shownLinks = (issue: LineIssue): boolean[] => {
  const order = orderIn.fulfilled();
  const shown = presentOrder({ ...order, lines: order.lines.map((line) => ({ ...line, ...issue })) });
  return [shown, ...shown.line_items].map((each) => 'gift_card_pdf' in each);
};

test('a fulfilled order of one line links its document', () => {
  expect(shownLinks({ issuedCount: 2 })).toEqual([true, true]);
  expect(shownLinks({ issuedCount: 2, printedCount: 1 })).toEqual([true, true]);
});

test('an order whose items were all refunded before their issue links no document, because it has none', () => {
  expect(shownLinks({ issuedCount: 2, printedCount: 0 })).toEqual([false, false]);
});
