import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Cost } from './items-measure.ts';
import { QUESTIONS } from './items-questions.ts';
import { roundTo, type Section } from './report.ts';

const SIZES = (process.env['BENCH_ITEMS'] ?? '10000,200000').split(',').map(Number);

/** Measures each size in a separate process, because a process has one table. */
const costsOf = async (items: number): Promise<Record<string, Cost>> => {
  const script = join(import.meta.dirname, 'items-measure.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, String(items)]);
  return JSON.parse(stdout) as Record<string, Cost>;
};

/** Read units of every list and report of items at two sizes, from `BENCH_ITEMS=10000,200000`. */
export const benchItems = async (): Promise<Section> => {
  const [smaller = 10_000, larger = 200_000] = SIZES;
  const small = await costsOf(smaller);
  const large = await costsOf(larger);
  return {
    title: 'Lists and reports of items at scale',
    note: `Read units of one response for ${smaller} items with ${smaller / 4} claims, and for ${larger} with ${larger / 4}; calls and time at ${larger}.`,
    rows: QUESTIONS.map(({ name, budgetRcu }) => {
      const [a, b] = [small[name], large[name]];
      const most = Math.max(a?.rcu ?? Infinity, b?.rcu ?? Infinity);
      return {
        question: name,
        [`RCU ${smaller}`]: roundTo(a?.rcu ?? 0),
        [`RCU ${larger}`]: roundTo(b?.rcu ?? 0),
        'RCU budget': budgetRcu,
        budget: most <= budgetRcu ? 'within' : 'over',
        calls: b?.calls ?? 0,
        ms: roundTo(b?.ms ?? 0),
      };
    }),
  };
};
