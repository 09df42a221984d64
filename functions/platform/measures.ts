import { nowMs } from './clock.ts';
import { log } from './log.ts';

/** What is measured of the business, with CloudWatch's unit of each. The dashboard shows all of them (lib/business-measures.ts). */
export const MEASURES = {
  OrdersCreated: 'Count',
  OrdersPaid: 'Count',
  OrdersFulfilled: 'Count',
  /** From the payment, or from `send_at` where that is later. */
  SecondsFromPaidToFulfilled: 'Seconds',
  OrdersRefunded: 'Count',
  DisputesOpened: 'Count',
  /** Orders that were refused because others took the stock while they were made. */
  OversellAttempts: 'Count',
  /** Payments of which no notice had come when the gateway was asked. */
  PaymentsFound: 'Count',
  /** Notices of gateways, whatever of. */
  GatewayNotices: 'Count',
  /** Of the company whose books were last proven whole the longest ago, of those that a run came by. */
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
