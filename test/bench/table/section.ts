import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ITEMS_PER_ORDER } from '../items-data.ts';
import { roundTo, type Section } from '../report.ts';
import type { TableMeasurements } from './measure.ts';
import { QUESTIONS } from './questions.ts';

/**
 * Default size, which takes about seven minutes on two cores; `--orders N` sets another size. A thousand orders take 5
 * s, and 60 MB of the folder for temporary files (`TMPDIR`).
 */
const ORDERS = 60_000;
const TIMES_SMALLER = 10;

/** Measures each size in a separate process, because a process has one table. */
const measureTable = async (orders: number): Promise<TableMeasurements> => {
  const script = join(import.meta.dirname, 'measure.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, String(orders)], { maxBuffer: Infinity });
  return JSON.parse(stdout) as TableMeasurements;
};

/** Read units of every list, search and report page in a table of one company, and in a table a tenth as large. */
export const benchTable = async (orders = ORDERS): Promise<Section> => {
  const fewer = Math.ceil(orders / TIMES_SMALLER);
  const [small, large] = [await measureTable(fewer), await measureTable(orders)];
  const seconds = Math.round((small.filledInMs + large.filledInMs) / 1000);
  return {
    title: 'Every list, search and report page, by size of the table',
    note:
      `Read units of one response in a table of ${fewer} orders and in one of ${orders}, with ${ITEMS_PER_ORDER} items for each order; ` +
      `"grows" is the increase that the additional rows in the response do not explain. Filled in ${seconds} s.`,
    rows: QUESTIONS.map(({ name }) => {
      const [a, b] = [small.answers[name]!, large.answers[name]!];
      return {
        question: name,
        [`RCU at ${fewer}`]: roundTo(a.rcu),
        [`RCU at ${orders}`]: roundTo(b.rcu),
        shown: b.shown,
        grows: roundTo(Math.max(0, b.rcu - a.rcu - Math.max(0, b.shown - a.shown))),
        calls: b.calls,
        ms: roundTo(b.ms),
      };
    }),
  };
};
