/** Business metrics with their CloudWatch units. The dashboard shows all of them (lib/stacks/observability.ts). */
export const MEASURES = {
  OrdersCreated: 'Count',
  OrdersPaid: 'Count',
  OrdersFulfilled: 'Count',
  /** Measured from the payment, or from `send_at` if that is later. */
  SecondsFromPaidToFulfilled: 'Seconds',
  OrdersRefunded: 'Count',
  DisputesOpened: 'Count',
  /** Orders refused because the stock sold out while they were being created. */
  OversellAttempts: 'Count',
  /** Payments that were found at the gateway although no notification arrived. */
  PaymentsFound: 'Count',
  /** Notifications of gateways, of all kinds. */
  GatewayNotices: 'Count',
  /** Time since the books of a company were last checked; the longest among the companies that a run checked. */
  SecondsSinceProof: 'Seconds',
  /** Only failures are counted. The duration of a synthetic sale is the duration of its function. */
  SyntheticSalesFailed: 'Count',
} as const;

export type Measure = keyof typeof MEASURES;
