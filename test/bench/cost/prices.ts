/**
 * List prices in US dollars as of `writtenDown`, without discounts or free tiers, and assumptions where nothing was
 * measured. Compare the prices with the provider's pages before a decision.
 */
export const PRICES = {
  writtenDown: '2026-11-22',
  region: 'us-east-1',
  table: { perMillionWriteUnits: 0.625, perMillionReadUnits: 0.125 },
  /** Prices of a function on arm64. */
  functions: { perMillionRequests: 0.2, perGbSecond: 0.0000133334 },
  gateway: { perMillionRequests: 1 },
  queue: { perMillionRequests: 0.4 },
  objects: { perMillionPuts: 5, perMillionGets: 0.4 },
  mail: { perThousand: 0.1, perGbAttached: 0.12 },
  outgoing: { perGb: 0.09 },
  traces: { perMillion: 5 },
  logs: { perGb: 0.5 },
  /** Billed monthly, independent of use; CloudWatch's free tier (10 alarm metrics, 3 small dashboards) is ignored. */
  perMonth: { perAlarmMetric: 0.1, perDashboard: 3, perSecret: 0.4, perCustomMetric: 0.3 },
} as const;

export const ASSUMED = {
  /** With this memory a function has one CPU; with less, a share of it. */
  memoryOfOneProcessorMb: 1769,
  /** Assumed latency of a call that has none on this machine. */
  tableCallMs: 4,
  outsideCallMs: 20,
  /** Latency of a call to Stripe. */
  gatewayCallMs: 500,
  /** A message is sent, received and deleted. */
  requestsOfAMessage: 3,
  /** CPU time of a first invocation, including its start, slightly above the result of `npm run bench -- start`. */
  coldStartCpuMs: 125,
  /** Log lines from Lambda and from the service. */
  logBytesOfARun: 1000,
  /** Time that the schedule of synthetic sales takes, most of it waiting. */
  syntheticSaleMs: 8000,
} as const;
