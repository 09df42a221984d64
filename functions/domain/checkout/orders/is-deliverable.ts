import type { OrderRow } from './rows.ts';

/** Whether people get what they bought: not what was refunded, and while the payment is disputed it waits. */
export const isDeliverable = ({ fulfillment, payment }: OrderRow): boolean =>
  fulfillment.status === 'fulfilled' && payment.status !== 'refunded' && payment.dispute?.status !== 'open';
