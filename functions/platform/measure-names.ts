/** Business metrics, with CloudWatch's unit. The dashboard shows all of them (lib/stacks/observability.ts). */
export const MEASURES = {
  OrdersCreated: 'Count',
  OrdersPaid: 'Count',
  OrdersFulfilled: 'Count',
  /** From the payment, or from `send_at` where that is later. */
  SecondsFromPaidToFulfilled: 'Seconds',
  OrdersRefunded: 'Count',
  DisputesOpened: 'Count',
  /** Orders refused because the stock sold out while they were being created. */
  OversellAttempts: 'Count',
  /** Payments found at the gateway without a notification. */
  PaymentsFound: 'Count',
  /** Notifications of gateways of all kinds. */
  GatewayNotices: 'Count',
  /** Age of the oldest proof of a company's books, among those that a run checked. */
  SecondsSinceProof: 'Seconds',
  /** Only failures are counted; the duration of a synthetic sale is that of its function. */
  SyntheticSalesFailed: 'Count',
} as const;

export type Measure = keyof typeof MEASURES;
