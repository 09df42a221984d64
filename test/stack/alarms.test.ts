import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MEASURES } from '../../functions/platform/measure-names.ts';
import { ALARM_AREAS } from '../../functions/platform/alarm-name.ts';
import { allFunctions, schedules } from '../../lib/definition.ts';
import { stateOf, watchedMetrics, type Points, type WatchedMetric } from '../support/alarm-evaluator.ts';
import { at, Deployment, deploymentOf, type Properties } from './templates.ts';

const prefix = 'gift-commerce-production';
const CERTIFICATE = {
  domainName: 'gifts.example.com',
  certificateArn: 'arn:aws:acm:eu-north-1:111111111111:certificate/one',
};
const deployment = deploymentOf({ env: 'production', alarmEmail: 'ops@example.com' });
const alarms = [
  ...deployment.all('AWS::CloudWatch::Alarm'),
  ...new Deployment({ env: 'production', ...CERTIFICATE }, [])
    .all('AWS::CloudWatch::Alarm')
    .filter(({ properties }) => properties['MetricName'] === 'DaysToExpiry'),
  ...new Deployment({ env: 'demo' }, [])
    .all('AWS::CloudWatch::Alarm')
    .filter(({ properties }) => String(properties['AlarmName']).includes('-incident-')),
].map(({ properties }) => properties);
const nameOf = (alarm: Properties): string => String(alarm['AlarmName']).replace(`${prefix}-`, '');
const everyMinutesOf = new Map(schedules.map(({ everyMinutes, target }) => [target.name, everyMinutes]));
const functionOf = (alarm: Properties): string =>
  allFunctions()
    .map(({ name }) => name)
    .filter((name) => nameOf(alarm).startsWith(`${name}-`))
    .toSorted((a, b) => b.length - a.length)[0] ?? '';

/** One data point per minute. */
type DataPoint = readonly [minute: number, value: number];

/**
 * Data of a metric during failures and in normal operation: one value every N minutes. A period has the sum or the
 * maximum of its values.
 */
interface Behavior {
  everyMinutes: number;
  trouble: number | undefined;
  calm: number | undefined;
  sums?: boolean;
  /** Whether the metric has data while another metric of the alarm is failing. */
  besides?: boolean;
}

const behaviorOf = (metric: string, alarm: Properties): Behavior => {
  const runs = everyMinutesOf.get(functionOf(alarm)) ?? 1;
  const behaviors: Record<string, Behavior> = {
    ServerErrors: nameOf(alarm).startsWith('release-')
      ? { everyMinutes: 1, trouble: 9, calm: 1, sums: true }
      : { everyMinutes: 1, trouble: 0.05, calm: 0.001 },
    SlowRequests: { everyMinutes: 1, trouble: 0.05, calm: 0.001 },
    Incidents: { everyMinutes: 30, trouble: 1, calm: undefined, sums: true },
    ApproximateAgeOfOldestMessage: { everyMinutes: 1, trouble: 1_000, calm: 3 },
    ApproximateNumberOfMessagesVisible: { everyMinutes: 1, trouble: 1, calm: 0 },
    ThrottledRequests: { everyMinutes: 1, trouble: 20, calm: undefined, sums: true },
    Errors: { everyMinutes: 1, trouble: 1, calm: 0, sums: true },
    ConcurrentExecutions: { everyMinutes: 1, trouble: 950, calm: 3 },
    FailedInvocations: { everyMinutes: 1, trouble: 1, calm: undefined, sums: true },
    FunctionsBrokenOff: { everyMinutes: 1, trouble: 1, calm: undefined, sums: true },
    'Reputation.BounceRate': { everyMinutes: 60, trouble: 0.07, calm: 0.01 },
    'Reputation.ComplaintRate': { everyMinutes: 60, trouble: 0.002, calm: 0.0001 },
    DaysToExpiry: { everyMinutes: 1440, trouble: 20, calm: 300 },
    Throttles: { everyMinutes: 1, trouble: 5, calm: 0, sums: true },
    IteratorAge: { everyMinutes: 1, trouble: 90_000, calm: 20 },
    PaymentsFound: { everyMinutes: 60, trouble: 2, calm: 2, sums: true },
    GatewayNotices: { everyMinutes: 60, trouble: 0, calm: 5, sums: true, besides: true },
    Invocations: { everyMinutes: runs, trouble: undefined, calm: 1, sums: true },
  };
  const found = behaviors[metric];
  if (!found) throw new Error(`${nameOf(alarm)} reads ${metric}, whose behavior this test does not define`);
  return found;
};

const pointsOf = (
  dataPoints: readonly DataPoint[],
  { periodSeconds }: WatchedMetric,
  minutes: number,
  sums = false,
): Points =>
  Array.from({ length: Math.ceil((minutes * 60) / periodSeconds) }, (_, period) => {
    const within = dataPoints
      .filter(([minute]) => Math.floor((minute * 60) / periodSeconds) === period)
      .map(([, value]) => value);
    if (within.length === 0) return undefined;
    return sums ? within.reduce((sum, value) => sum + value, 0) : Math.max(...within);
  });

/**
 * States of an alarm during failures and after recovery, each of which lasts six intervals of the least frequent
 * metric, and at least an hour.
 */
const statesOf = (alarm: Properties): { trouble: string; calm: string } => {
  const metrics = watchedMetrics(alarm);
  const behaviors = metrics.map(({ name }) => behaviorOf(name, alarm));
  const minutes = 6 * Math.max(10, ...behaviors.map(({ everyMinutes }) => everyMinutes));
  const stateAfter = (phases: readonly ('trouble' | 'calm')[]): string => {
    const series = metrics.map((metric, index) => {
      const { everyMinutes, sums, besides, ...values } = behaviors[index]!;
      // If an alarm has several metrics, only one of them fails, and the others have no data.
      const dataPoints = phases.flatMap((phase, at): DataPoint[] => {
        const value = index === 0 || besides ? values[phase] : undefined;
        const turns = Array.from({ length: minutes / everyMinutes }, (_, turn) => at * minutes + turn * everyMinutes);
        return value === undefined ? [] : turns.map((minute) => [minute, value]);
      });
      return [metric.id, pointsOf(dataPoints, metric, minutes * phases.length, sums)] as const;
    });
    const after = (periods: number): string =>
      stateOf(alarm, new Map(series.map(([id, points]) => [id, points.slice(0, periods)])));
    const all = series[0]![1].length;
    const since = Array.from({ length: all / phases.length }, (_, period) => after(all - period));
    return phases.at(-1) === 'trouble' && since.includes('ALARM') ? 'ALARM' : after(all);
  };
  return { trouble: stateAfter(['calm', 'trouble']), calm: stateAfter(['calm', 'trouble', 'calm']) };
};

describe('an alarm', () => {
  it.each(alarms.map((alarm) => [nameOf(alarm), alarm] as const))('%s is raised, and clears again', (_, alarm) => {
    expect(statesOf(alarm)).toEqual({ trouble: 'ALARM', calm: 'OK' });
  });

  it('of a silent gateway requires that two hours out of six have payments and no notices', () => {
    const silence = alarms.find((alarm) => nameOf(alarm).startsWith('gateway-silent'))!;
    const stateWith = (found: Points, notices: Points) =>
      stateOf(
        silence,
        new Map([
          ['found', found],
          ['notices', notices],
        ]),
      );
    const none = undefined;
    expect(stateWith([none, 3, none, none], [none, 0, none, none])).toBe('OK');
    expect(stateWith([1, none, none, 1], [0, none, none, 0])).toBe('ALARM');
    expect(stateWith([1, none, none, none, none, none, 1], [0, none, none, none, none, none, 0])).toBe('OK');
    expect(stateWith([4, 4, none, none], [1, 9, 2, none])).toBe('OK');
  });

  it('defines how missing data counts, and evaluates periods no longer than CloudWatch supports', () => {
    for (const alarm of alarms) {
      expect(['breaching', 'notBreaching'], nameOf(alarm)).toContain(alarm['TreatMissingData']);
      for (const { periodSeconds } of watchedMetrics(alarm)) {
        expect(periodSeconds % 60, nameOf(alarm)).toBe(0);
        const most = periodSeconds >= 3600 ? 7 * 86_400 : 86_400;
        expect(periodSeconds * Number(alarm['EvaluationPeriods']), nameOf(alarm)).toBeLessThanOrEqual(most);
      }
    }
  });

  it('fills missing parts of a sum, without which it would never be raised', () => {
    const errors = alarms.find((alarm) => nameOf(alarm).startsWith('table-throttled'))!;
    const bare = JSON.parse(JSON.stringify(errors).replaceAll(/FILL\((\w+),0\)/g, '$1')) as Properties;
    expect(statesOf(errors).trouble).toBe('ALARM');
    expect(statesOf(bare).trouble).toBe('OK');
  });
});

const FOLDER = 'lib/runbooks';
const page = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');

describe('the page of alarms', () => {
  const sections = new Map(
    page('alarms.md')
      .split(/^## /m)
      .slice(1)
      .map((text) => [text.slice(0, text.indexOf('\n')).trim(), text] as const),
  );
  const anchorOf = (alarm: Properties): string =>
    /lib\/runbooks\/alarms\.md#([\w-]+)$/.exec(String(alarm['AlarmDescription']))?.[1] ?? 'no anchor';

  it('has exactly one section for each alarm, each incident that an alarm names, and the budget', () => {
    const incidents = Object.values(ALARM_AREAS).flat();
    const budgets = new Deployment({ env: 'demo', monthlyBudget: 200 }, [])
      .all('AWS::Budgets::Budget')
      .map(({ properties }) => String(at(properties, 'Budget.BudgetName')).replace('gift-commerce-demo-', ''));
    expect(budgets).toEqual(['budget']);
    const named = new Set([...alarms.map(anchorOf), ...incidents, ...budgets]);
    expect([...sections.keys()].toSorted()).toEqual([...named].toSorted());
  });

  it('has the meaning, the remedy and the command of each', () => {
    for (const [name, text] of sections) {
      for (const part of ['**Means.**', '**Do.**', '**Command.**']) expect(text, name).toContain(part);
    }
  });
});

describe('the dashboard', () => {
  it('shows every business metric and the delay of webhooks', () => {
    const bodies = deployment
      .all('AWS::CloudWatch::Dashboard')
      .map(({ properties, stack }) => deployment.text(properties['DashboardBody'], stack))
      .join('');
    for (const name of Object.keys(MEASURES)) expect(bodies).toContain(`"${name}"`);
    expect(bodies).toContain('Age of the oldest waiting webhook');
  });
});
