import { nowMs } from './clock.ts';
import { log } from './log.ts';
import { MEASURES, type Measure } from './measure-names.ts';

export type Measures = Partial<Record<Measure, number[]>>;

/** Maximum number of values of one metric that CloudWatch accepts in a log line. Further values are dropped. */
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
