import { rowCheck, type RowShape } from '../../../storage/row-shape.ts';
import type { OrderRow } from './rows.ts';

export const orderShape: RowShape<OrderRow> = { type: 'order', version: 1 };

/** An order for display, upgraded to the current shape. Decisions use `orderCodec`. */
export const shownOrder = rowCheck(orderShape);
