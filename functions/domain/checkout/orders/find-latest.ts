import { getRow } from '../../../storage/table.ts';
import type { OrderRef } from './change-order.ts';
import { orderCodec } from './order-codec.ts';
import { orderKey, type OrderRow } from './rows.ts';

/** The current order, read consistently; undefined when there is none. */
export const findLatestOrder = async ({ company, id }: OrderRef): Promise<OrderRow | undefined> => {
  const raw = await getRow(orderKey(company, id), { consistent: true });
  return raw && orderCodec.read(raw);
};
