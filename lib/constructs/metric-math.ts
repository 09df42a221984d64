import { MathExpression, type Metric } from 'aws-cdk-lib/aws-cloudwatch';

/** Maximum number of metrics that one alarm reads, a CloudWatch quota. */
const ALARM_METRICS_MAX = 10;

/** The sum of at most ten metrics of one name; a metric without data counts as 0. */
export const metricSum = (metrics: readonly Metric[], label: string): MathExpression => {
  if (metrics.length > ALARM_METRICS_MAX)
    throw new Error(`An alarm reads at most ${ALARM_METRICS_MAX} metrics: ${label}`);
  const [first] = metrics;
  if (!first) throw new Error(`No metrics to combine: ${label}`);
  // All metrics of one graph need unique ids, and an id starts with a letter.
  const prefix = `m${first.metricName.toLowerCase().replaceAll(/\W/g, '')}_`;
  const usingMetrics = Object.fromEntries(metrics.map((metric, index) => [`${prefix}${index}`, metric]));
  const expression = Object.keys(usingMetrics)
    .map((id) => `FILL(${id},0)`)
    .join('+');
  return new MathExpression({ expression, usingMetrics, label, period: first.period });
};
