import type { OrderRow } from './rows.ts';

/**
 * Whether email and shipments of the order may be sent: only once it is fulfilled, not after a full refund, and not
 * during a dispute.
 */
export const isDeliverable = ({ fulfillment, payment }: OrderRow): boolean =>
  fulfillment.status === 'fulfilled' && payment.status !== 'refunded' && payment.dispute?.status !== 'open';
