import { notFound } from '../../../platform/errors.ts';
import type { Text } from '../../../platform/messages/message.ts';
import { textFrom } from '../../../platform/messages/stored.ts';
import { rowOfType } from '../../../storage/row-of-type.ts';
import { findRow } from '../../../storage/find-row.ts';
import { queryPage, type Row } from '../../../storage/table.ts';
import {
  cancellationCodec,
  cancellationIdFor,
  cancellationKey,
  marksOf,
  type CancelledOrderRow,
  type EventCancellationRow,
} from './rows.ts';

/** Maximum number of failures in a reply; `failed_orders` counts all of them. */
const FAILURES_MAX = 1000;

export interface EventCancellation {
  object: 'event_cancellation';
  id: string;
  status: 'running' | 'finished';
  /** Paid orders with tickets of the event. */
  orders: number;
  refunded_orders: number;
  failed_orders: number;
  /** Smallest currency unit. */
  refunded_amount: number;
  failures: { order_id: string; code: string; message: Text }[];
}

/** A finished cancellation is `running` again while it has an unfinished order that was found late. */
export const presentCancellation = (
  row: EventCancellationRow,
  failures: EventCancellation['failures'] = [],
): EventCancellation => ({
  object: 'event_cancellation',
  id: row.id,
  status: row.pass !== 'first' && row.settled >= row.orders ? 'finished' : 'running',
  orders: row.orders,
  refunded_orders: row.refunded,
  failed_orders: row.failed,
  refunded_amount: row.refundedMinor,
  failures,
});

/** The row of a cancellation, or undefined. */
export const findCancellation = (company: string, id: string): Promise<EventCancellationRow | undefined> =>
  findRow(cancellationKey(company, id), cancellationCodec);

/** Reads a cancellation for GET /v2/catalog/event-cancellations/{id}. Throws 404 for an unknown id. */
export const readCancellation = async (company: string, id: string): Promise<EventCancellation> => {
  const row = /^evc_[0-9a-f]{32}$/.test(id) ? await findCancellation(company, id) : undefined;
  if (!row) throw notFound('cancellation');
  return presentCancellation(row, row.failed > 0 ? await failuresOf(row) : []);
};

const failuresOf = async ({ company, id }: EventCancellationRow): Promise<EventCancellation['failures']> => {
  const { rows } = await queryPage<Row>({ ...marksOf(company, id, 'failed'), limit: FAILURES_MAX });
  return rows.map((row) => {
    const failed = rowOfType<CancelledOrderRow>('cancelled-order', row);
    const { orderId, code = 'internal_error', message = '', reason } = failed;
    return { order_id: orderId, code, message: textFrom(message, reason) };
  });
};

/** The cancellation of an event; undefined while the event is not cancelled. */
export const findCancellationOf = async (
  company: string,
  productId: string,
): Promise<EventCancellation | undefined> => {
  const row = await findCancellation(company, cancellationIdFor(company, productId));
  return row && presentCancellation(row, row.failed > 0 ? await failuresOf(row) : []);
};
