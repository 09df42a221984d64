import { findRow } from '../../../storage/find-row.ts';
import type { OrderRef } from './change-order.ts';
import { orderCodec } from './order-codec.ts';
import { orderKey, type OrderRow } from './rows.ts';

/** The current order, read consistently; undefined when there is none. */
export const findLatestOrder = ({ company, id }: OrderRef): Promise<OrderRow | undefined> =>
  findRow(orderKey(company, id), orderCodec);
