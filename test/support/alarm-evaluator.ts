import { at, list, type Properties } from '../stack/templates.ts';

type AlarmState = 'OK' | 'ALARM';

/** Values of a metric by period, newest last; undefined without data. */
export type Points = readonly (number | undefined)[];

/** A metric in an alarm. */
export interface WatchedMetric {
  id: string;
  name: string;
  periodSeconds: number;
}

/** Metrics that an alarm reads, directly or in an expression. */
export const watchedMetrics = (alarm: Properties): WatchedMetric[] => {
  if (typeof alarm['MetricName'] === 'string') {
    return [{ id: 'm1', name: alarm['MetricName'], periodSeconds: Number(alarm['Period']) }];
  }
  return list(alarm['Metrics'])
    .filter((each) => at(each, 'MetricStat') !== undefined)
    .map((each) => ({
      id: String(at(each, 'Id')),
      name: String(at(each, 'MetricStat.Metric.MetricName')),
      periodSeconds: Number(at(each, 'MetricStat.Period')),
    }));
};

/** The series that an alarm compares, computed from its metrics. A value is missing if any of its parts is missing. */
const comparedSeries = (alarm: Properties, pointsOf: ReadonlyMap<string, Points>): Points => {
  const expression = list(alarm['Metrics']).find((each) => at(each, 'Expression') !== undefined);
  if (!expression) return [...pointsOf.values()][0] ?? [];
  const text = String(at(expression, 'Expression'));
  const both = /^IF\((\w+) > 0 AND (\w+) < 1, 1, 0\)$/.exec(text);
  if (both) return oneWithoutTheOther(seriesOf(both[1]!, pointsOf), seriesOf(both[2]!, pointsOf));
  const series = text.split('+').map((term) => seriesOf(term.trim(), pointsOf));
  return (series[0] ?? []).map((_, index) =>
    series.reduce<number | undefined>((result, each) => {
      const value = each[index];
      return result === undefined || value === undefined ? undefined : result + value;
    }, 0),
  );
};

/** 1 where the first value is positive and the second is less than 1, otherwise 0; missing where either has no data. */
const oneWithoutTheOther = (one: Points, other: Points): Points =>
  one.map((value, index) => {
    const counterpart = other[index];
    if (value === undefined || counterpart === undefined) return undefined;
    return value > 0 && counterpart < 1 ? 1 : 0;
  });

const seriesOf = (term: string, pointsOf: ReadonlyMap<string, Points>): Points => {
  const filled = /^FILL\((\w+),\s*0\)$/.exec(term);
  const points = pointsOf.get(filled?.[1] ?? term);
  if (!points) throw new Error(`The expression has an unsupported term: ${term}`);
  return filled ? points.map((value) => value ?? 0) : points;
};

const COMPARE: Record<string, (value: number, threshold: number) => boolean> = {
  GreaterThanThreshold: (value, threshold) => value > threshold,
  GreaterThanOrEqualToThreshold: (value, threshold) => value >= threshold,
  LessThanThreshold: (value, threshold) => value < threshold,
  LessThanOrEqualToThreshold: (value, threshold) => value <= threshold,
};

/**
 * State of an alarm for given data, like CloudWatch: M of the newest N periods breach the threshold, and missing data
 * is treated as configured. When data is missing, CloudWatch also evaluates some earlier periods. This function does
 * not, so every alarm must configure missing data.
 */
export const stateOf = (alarm: Properties, pointsOf: ReadonlyMap<string, Points>): AlarmState => {
  const { Threshold, ComparisonOperator, EvaluationPeriods, DatapointsToAlarm, TreatMissingData } = alarm;
  const breaches = COMPARE[String(ComparisonOperator)];
  if (!breaches) throw new Error(`Unknown comparison ${String(ComparisonOperator)}`);
  if (TreatMissingData !== 'notBreaching' && TreatMissingData !== 'breaching') {
    throw new Error(`The alarm does not configure missing data: ${String(TreatMissingData)}`);
  }
  const newest = comparedSeries(alarm, pointsOf).slice(-Number(EvaluationPeriods));
  const breaching = newest.filter((value) =>
    value === undefined ? TreatMissingData === 'breaching' : breaches(value, Number(Threshold)),
  );
  return breaching.length >= Number(DatapointsToAlarm ?? EvaluationPeriods) ? 'ALARM' : 'OK';
};
