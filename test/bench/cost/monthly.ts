import { at, Deployment, list } from '../../stack/templates.ts';
import { PRICES } from './prices.ts';

/** Monthly cost of an idle environment, in dollars by part, without free tiers. */
interface MonthlyCost {
  alarms: number;
  dashboards: number;
  secrets: number;
  metrics: number;
  /** Metrics in alarms, counted once per alarm. */
  alarmMetrics: number;
}

/**
 * A metric is billed for the hours in which it is reported. The time since the oldest complete check of the books
 * is reported in one hour of the night for each time zone of a company, so four of 24 are counted; every other figure
 * needs a request, a sale or an incident. Requests of synthetic sales are not in the metrics of the access log.
 */
const METRICS_WITHOUT_SALES = 4 / 24;

/** Cost of the resources in the templates of an environment that are billed monthly. */
export const monthlyCost = (env: string): MonthlyCost => {
  const deployment = new Deployment({ env }, []);
  const count = (type: string): number => deployment.all(type).length;
  const { perAlarmMetric, perDashboard, perSecret, perCustomMetric } = PRICES.perMonth;
  // An alarm is billed for each metric that it reads, inside expressions too.
  const alarmMetrics = deployment
    .all('AWS::CloudWatch::Alarm')
    .map(
      ({ properties }) =>
        list(properties['Metrics']).filter((each) => at(each, 'MetricStat') !== undefined).length || 1,
    )
    .reduce((sum, each) => sum + each, 0);
  return {
    alarms: alarmMetrics * perAlarmMetric,
    dashboards: count('AWS::CloudWatch::Dashboard') * perDashboard,
    secrets: count('AWS::SecretsManager::Secret') * perSecret,
    metrics: METRICS_WITHOUT_SALES * perCustomMetric,
    alarmMetrics,
  };
};

export const monthlyDollars = ({ alarms, dashboards, secrets, metrics }: MonthlyCost): number =>
  alarms + dashboards + secrets + metrics;
