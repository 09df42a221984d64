import { messagesOf } from './message.ts';

/** Why orders and their items cannot be refunded or changed. */
export const REFUNDS = {
  fulfillment_not_repeatable: 'Only a failed fulfillment is taken up again, and not while money is on its way back.',
  delivery_not_changeable: 'Only an order that waits for its send_at can go at another time or to another address.',
  recipient_missing: 'This order goes to its buyer: it has no recipient’s address.',
  item_not_issued: 'No item of this order has been issued under this code.',
  item_named_twice: 'This item is named twice.',
  item_refunded: 'This item has been refunded already.',
  item_spent: 'This item has been used: only what is unspent of it can be refunded.',
  item_free: 'Nothing was paid for this item: cancel it instead.',
  no_postage_left: 'No postage is left to refund.',
  no_fees_left: 'No fees are left to refund.',
  order_value_held:
    'Value of this order is held by redemptions that are not captured yet. Refund it when they have ended.',
  refund_running: 'Another refund of this order is still processing. Try again.',
  settled_outside: 'This order was settled outside the gateway: there is no payment to give back.',
  nothing_captured: 'No payment of this order has been captured.',
  order_was_free: 'This order cost nothing: there is nothing to give back.',
  tickets_refunded: 'Everything that was paid for these tickets was refunded.',
  refunded_in_too_many_parts: 'This order was refunded in too many parts. Refund everything that is left at once.',
  order_refunded: 'Everything has been given back already.',
  payment_disputed: "The cardholder's bank disputes the payment: it is given back there or not at all.",
  total_not_exact: 'The total of this order cannot be represented exactly.',
  payment_unreadable: 'The payment of this order cannot be read.',
  /** `minor` is in the smallest currency unit. */
  refund_above_refundable: ({ minor, currency }: { minor: number; currency: string }) =>
    `At most ${minor} (smallest unit of ${currency}) can still be refunded.`,
  refund_above_named: ({ minor, currency }: { minor: number; currency: string }) =>
    `What is named was paid with ${minor} (smallest unit of ${currency}) that was not given back yet.`,
  refund_declined: ({ reason }: { reason: string }) => `The payment gateway refused the refund: ${reason}`,
  refund_not_recorded: 'The refund is not recorded yet.',
};

export const refunds = messagesOf(REFUNDS);
