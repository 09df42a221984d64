import { conflict, type ApiError } from '../../../platform/errors.ts';
import { Faults } from '../../catalog/products/faults.ts';
import { lineField } from '../pricing/lines.ts';
import { insufficientStock, seatsMessage, stockMessage } from '../pricing/quantities.ts';
import { counterName } from '../../catalog/stock/counters.ts';
import { EVENT_SEATS } from '../../catalog/stock/rows.ts';
import type { OrderLine } from '../../catalog/products/line-shape.ts';

/**
 * The error for an order for which too little stock remains, with the same messages as a quote. Lines may share a
 * counter, such as the seats of an event. A line is reported if the lines up to it exceed the remaining units.
 * `remainingUnits` has each counter with too few units. Returns 409 for the first reported line of an offer, otherwise
 * 422 with every reported line.
 */
export const shortage = (lines: readonly OrderLine[], remainingUnits: ReadonlyMap<string, number>): ApiError => {
  const faults = new Faults();
  const requested = new Map<string, number>();
  for (const [index, line] of lines.entries()) {
    for (const hold of line.holds) {
      const counter = counterName(hold);
      const maximum = remainingUnits.get(counter);
      if (maximum === undefined) continue;
      const together = (requested.get(counter) ?? 0) + hold.quantity;
      requested.set(counter, together);
      if (together <= maximum) continue;
      if (line.family === 'special_offer') return insufficientStock(index, maximum);
      const isOfOthers = hold.optionId === EVENT_SEATS && hold.quantity <= maximum;
      const field = lineField(index, 'quantity');
      if (!faults.has(field))
        faults.add(field, isOfOthers ? seatsMessage(maximum) : stockMessage(maximum), 'above_maximum');
    }
  }
  // Stock that was insufficient when the order was written may have been released before `remainingUnits` were read.
  return faults.error() ?? orderNotCreated();
};

/** Data that the order depends on has changed since it was read. Nothing was written. */
export const orderNotCreated = (): ApiError =>
  conflict('order_not_created', 'The order could not be created. Read the catalog and try again.');
