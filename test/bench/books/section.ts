import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { roundTo, type Section } from '../report.ts';
import type { YearFigures } from './year.ts';

const MAIN = resolve(import.meta.dirname, 'main.ts');
const OUTPUT_MAX_BYTES = 10_000_000;
/** Number of orders of the benchmark's year. */
const ORDERS = 20_000;
export const READ_UNITS_MAX = 100;
export const WRITE_UNITS_MAX = 2;

/** Simulates a year in a separate process. */
export const yearFigures = (orders: number, seed = 1): YearFigures =>
  JSON.parse(
    execFileSync(process.execPath, [MAIN, '--orders', String(orders), '--seed', String(seed)], {
      encoding: 'utf8',
      maxBuffer: OUTPUT_MAX_BYTES,
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  ) as YearFigures;

/** Read units of the reports of a month, write units of the books for each sale, and whether all reports agree. */
export const benchBooks = async (orders = ORDERS): Promise<Section> => {
  const { totals, done, mostRead, bookUnits, unitsOfSale, unitsOfFolds, unitsPerOrder, faults, ...rest } =
    yearFigures(orders);
  const row = (figure: string, measured: number, most: number | string = '') => ({ figure, measured, most });
  return {
    title: `The books of a year with ${orders} orders`,
    note: `Real functions on a table in memory. Differences between figures that must be equal: ${faults.length}. ${faults.slice(0, 5).join('; ')}`,
    rows: [
      ...Object.entries(mostRead).map(([name, units]) =>
        row(`read units of ${name} of a month`, units, READ_UNITS_MAX),
      ),
      row('write units of the entries of a sale', roundTo(unitsOfSale, 2), WRITE_UNITS_MAX),
      row('write units of sums of the day for a sale', roundTo(unitsOfFolds, 2)),
      row('write units of the year for each order', roundTo(unitsPerOrder, 2)),
      ...Object.entries(bookUnits).map(([type, units]) => row(`write units of rows ${type}`, units)),
      row('orders', rest.orders),
      row('items', rest.items),
      ...Object.entries(done).map(([name, count]) => row(name, count)),
      ...Object.entries(totals).map(([name, amount]) => row(`total of ${name}`, amount)),
    ],
  };
};
