import { nowMs } from './clock.ts';
import { log } from './log.ts';

/** Business metrics, with CloudWatch's unit. The dashboard shows all of them (lib/stacks/observability.ts). */
export const MEASURES = {
  OrdersCreated: 'Count',
  OrdersPaid: 'Count',
  OrdersFulfilled: 'Count',
  /** From the payment, or from `send_at` where that is later. */
  SecondsFromPaidToFulfilled: 'Seconds',
  OrdersRefunded: 'Count',
  DisputesOpened: 'Count',
  /** Orders that were refused because the stock sold out while they were created. */
  OversellAttempts: 'Count',
  /** Payments found at the gateway without a notice. */
  PaymentsFound: 'Count',
  /** Notices of gateways of all kinds. */
  GatewayNotices: 'Count',
  /** Age of the oldest proof of a company's books, among those that a run checked. */
  SecondsSinceProof: 'Seconds',
} as const;

export type Measure = keyof typeof MEASURES;
export type Measures = Partial<Record<Measure, number[]>>;

/** Maximum number of values of one metric that CloudWatch accepts in a log line. */
const VALUES_MAX = 100;

/** Emits metrics to CloudWatch as a log line in the embedded metric format. */
export const measure = (measures: Measures): void => {
  const recorded = Object.entries(measures).map(([name, values]) => [name, values.slice(0, VALUES_MAX)] as const);
  if (recorded.length === 0) return;
  log.info('Measured', {
    _aws: {
      Timestamp: nowMs(),
      CloudWatchMetrics: [
        {
          Namespace: process.env['POWERTOOLS_METRICS_NAMESPACE'] ?? 'gift-commerce',
          Dimensions: [[]],
          Metrics: recorded.map(([name]) => ({ Name: name, Unit: MEASURES[name as Measure] })),
        },
      ],
    },
    ...Object.fromEntries(recorded),
  });
};
