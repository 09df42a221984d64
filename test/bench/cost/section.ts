import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { roundTo, type Section } from '../report.ts';
import { total, type CostUsage, type PartCost } from './measure.ts';
import { dollarsOf, idleDollarsOf, sumOf } from './dollars.ts';
import { ASSUMED, PRICES } from './prices.ts';
import { monthlyCost, monthlyDollars } from './monthly.ts';
import { ENVIRONMENTS } from '../../../lib/stacks/settings.ts';

const MAIN = resolve(import.meta.dirname, 'main.ts');
const MILLION = 1_000_000;

/** Measured in a separate process. */
const costUsage = (): CostUsage =>
  JSON.parse(
    execFileSync(process.execPath, [MAIN], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }),
  ) as CostUsage;

/** Cost of a million complete sales by part, and of an idle month. */
export const benchCost = (): Promise<Section> => {
  const { sale, idle } = costUsage();
  const all = { ...total(sale), part: 'all' };
  const idleCalls = idle.map((part) => [part.part, idleDollarsOf(part)] as const);
  return Promise.resolve({
    title:
      'What a million sales cost: quote, order, session, card payment at Stripe, fulfillment, document, emails, one webhook endpoint, one read',
    note:
      `List prices of ${PRICES.region} as of ${PRICES.writtenDown}, in dollars; test/bench/cost/prices.ts contains them. ` +
      `Times were measured on this machine; a table call is assumed to take ${ASSUMED.tableCallMs} ms, a call to Stripe ${ASSUMED.gatewayCallMs} ms, any other for ${ASSUMED.outsideCallMs} ms. ` +
      'Storage, and logs and traces of sales, are not included. ' +
      `A month without sales, with ${idleCalls.map(([part, dollars]) => `${part} $${dollars.toFixed(2)}`).join(' and ')}: ` +
      `${ENVIRONMENTS.map((env) => monthlyNote(env, sumOfAll(idleCalls))).join('; ')}.`,
    rows: [
      ...sale.map((part) => rowOf(part, MILLION)),
      rowOf(all, MILLION),
      ...idle.map((part) => ({ ...rowOf(part, 1), traces: roundTo(part.traces) })),
    ],
  });
};

const sumOfAll = (parts: readonly (readonly [string, number])[]): number =>
  parts.reduce((sum, [, each]) => sum + each, 0);

/** `demo $8.12 (28 alarm metrics $2.80, dashboard $3.00, secrets $1.60, metrics $0.30)` */
const monthlyNote = (env: string, idleCalls: number): string => {
  const cost = monthlyCost(env);
  const { alarms, dashboards, secrets, metrics, alarmMetrics } = cost;
  const [all, ...parts] = [monthlyDollars(cost) + idleCalls, alarms, dashboards, secrets, metrics].map((each) =>
    each.toFixed(2),
  );
  const [ofAlarms, ofDashboards, ofSecrets, ofMetrics] = parts;
  return `${env} $${all} (${alarmMetrics} alarm metrics $${ofAlarms}, dashboard $${ofDashboards}, secrets $${ofSecrets}, metrics $${ofMetrics})`;
};

const rowOf = (cost: PartCost, count: number): Record<string, string | number> => {
  const dollars = dollarsOf(cost, count);
  return {
    part: cost.part,
    WCU: roundTo(cost.write),
    RCU: roundTo(cost.read),
    calls: roundTo(cost.tableCalls),
    runs: roundTo(cost.runs),
    requests: roundTo(cost.requests),
    'CPU ms': roundTo(cost.cpuMs),
    'GB s': roundTo(cost.gbSeconds, 3),
    messages: roundTo(cost.messages),
    'gateway calls': roundTo(cost.gatewayCalls),
    'S3 put/get': `${roundTo(cost.puts)}/${roundTo(cost.gets)}`,
    KB: roundTo(cost.bytes / 1024),
    '$ table': roundTo(dollars.table, 2),
    '$ functions': roundTo(dollars.functions, 2),
    '$ API, queues, S3': roundTo(dollars.gateway + dollars.queue + dollars.objects, 2),
    '$ mail': roundTo(dollars.mail, 2),
    '$ without mail': roundTo(sumOf(dollars) - dollars.mail, 2),
  };
};
