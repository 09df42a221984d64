import { parseArguments } from '../../../lib/command-arguments.ts';
import { roundTo } from '../report.ts';
import { PRICES } from '../cost/prices.ts';
import { dollarsOfSales } from './cost.ts';
import { MEASURED_ON } from './inputs.ts';
import { planBurst } from './simulate.ts';

/** Requested headroom above the peak. */
const HEADROOM = 1.3;
const SALES_MAX = 1_000_000;

/**
 * `npm run plan -- --sales-per-second N --burst SECONDS [--others N]`: prints which resources run out, and in which
 * order, during that many sales of one company; which limits to increase beforehand; the cost; and the duration of
 * concurrent sales of another company.
 */
const USAGE = 'npm run plan -- --sales-per-second N --burst SECONDS [--others N], for at most a million sales';
const { values } = parseArguments(USAGE, {
  options: {
    'sales-per-second': { type: 'string' },
    burst: { type: 'string', default: '60' },
    others: { type: 'string', default: '0' },
  },
});
const [perSecond, seconds, others] = [values['sales-per-second'], values.burst, values.others].map(Number) as [
  number,
  number,
  number,
];
if (!(perSecond > 0) || !(seconds > 0) || !(others >= 0) || (perSecond + others) * seconds > SALES_MAX) {
  console.error(`Usage: ${USAGE}`);
  process.exit(1);
}

const { sales, overAtMs, strains, longestSaleMs } = planBurst(perSecond, seconds, others);
const inSeconds = (ms: number): number => roundTo(ms / 1000);
console.log(
  `${sales} sales ${others > 0 ? 'of two companies' : 'of one company'} in ${seconds} s; the last task ends after ${inSeconds(overAtMs)} s. ` +
    `Measured on ${MEASURED_ON}; test/bench/plan/inputs.ts contains the measurements and limits.`,
);
console.table(
  strains.map(({ name, limit, peak, longestWaitMs, shortAtMs, raisedBy }) => ({
    what: name,
    limit,
    peak: Math.ceil(peak),
    'exhausted after s': shortAtMs === undefined ? '' : inSeconds(shortAtMs),
    'longest wait s': inSeconds(longestWaitMs),
    'request limit': peak * HEADROOM > limit ? Math.ceil(peak * HEADROOM) : '',
    where: peak * HEADROOM > limit ? raisedBy : '',
  })),
);
if (others > 0) {
  const { busy, other } = longestSaleMs;
  console.log(
    `From the first request to the last email, a sale of the busy company takes at most ${inSeconds(busy)} s. A sale of the ` +
      `other company, at ${others} sales per second, takes at most ${inSeconds(other)} s. Both include 40 s in which the ` +
      'buyer reads and types.',
  );
}
const dollars = dollarsOfSales(sales);
const parts = Object.entries(dollars).map(([part, each]) => `${part} ${roundTo(each, 2)}`);
const all = Object.values(dollars).reduce((sum, each) => sum + each, 0);
console.log(`About $${roundTo(all, 2)} (${parts.join(', ')}) at list prices of ${PRICES.region}.`);
