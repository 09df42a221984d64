import { rowCheck, type RowShape } from '../../../storage/row-shape.ts';
import type { OrderRow } from './rows.ts';

export const orderShape: RowShape<OrderRow> = { type: 'order', version: 1 };

/** An order that is only shown, in the shape of this release. What is decided on one is read by `orderCodec`. */
export const shownOrder = rowCheck(orderShape);
