import { at, list, type Properties } from '../stack/templates.ts';

export type AlarmState = 'OK' | 'ALARM';

/** What a metric tells in each period, the newest last; undefined where it tells nothing. */
export type Points = readonly (number | undefined)[];

/** A metric as an alarm names it. */
export interface WatchedMetric {
  id: string;
  name: string;
  periodSeconds: number;
}

/** Metrics that an alarm reads, whether by itself or inside an expression. */
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

/** The one series that an alarm compares, of the points of its metrics: whatever is put together is missing where a part of it is. */
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

/** 1 where the one counts and the other does not; missing where either tells nothing. */
const oneWithoutTheOther = (one: Points, other: Points): Points =>
  one.map((value, index) => {
    const beside = other[index];
    if (value === undefined || beside === undefined) return undefined;
    return value > 0 && beside < 1 ? 1 : 0;
  });

const seriesOf = (term: string, pointsOf: ReadonlyMap<string, Points>): Points => {
  const filled = /^FILL\((\w+),\s*0\)$/.exec(term);
  const points = pointsOf.get(filled?.[1] ?? term);
  if (!points) throw new Error(`The expression has a term that is not understood: ${term}`);
  return filled ? points.map((value) => value ?? 0) : points;
};

const COMPARE: Record<string, (value: number, threshold: number) => boolean> = {
  GreaterThanThreshold: (value, threshold) => value > threshold,
  GreaterThanOrEqualToThreshold: (value, threshold) => value >= threshold,
  LessThanThreshold: (value, threshold) => value < threshold,
  LessThanOrEqualToThreshold: (value, threshold) => value <= threshold,
};

/**
 * State of an alarm after the points that its metrics told, as CloudWatch finds it: M of the newest N periods break the
 * threshold, and a period without a point counts as the alarm says. CloudWatch looks some periods further back when points are
 * missing; none of ours leaves that to chance, so every alarm must say how it takes them.
 */
export const stateOf = (alarm: Properties, pointsOf: ReadonlyMap<string, Points>): AlarmState => {
  const { Threshold, ComparisonOperator, EvaluationPeriods, DatapointsToAlarm, TreatMissingData } = alarm;
  const breaks = COMPARE[String(ComparisonOperator)];
  if (!breaks) throw new Error(`Unknown comparison ${String(ComparisonOperator)}`);
  if (TreatMissingData !== 'notBreaching' && TreatMissingData !== 'breaching') {
    throw new Error(`It does not say what no data means: ${String(TreatMissingData)}`);
  }
  const newest = comparedSeries(alarm, pointsOf).slice(-Number(EvaluationPeriods));
  const broken = newest.filter((value) =>
    value === undefined ? TreatMissingData === 'breaching' : breaks(value, Number(Threshold)),
  );
  return broken.length >= Number(DatapointsToAlarm ?? EvaluationPeriods) ? 'ALARM' : 'OK';
};
