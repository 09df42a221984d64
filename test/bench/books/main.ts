import { parseArgs } from 'node:util';
import { BooksYear } from './year.ts';

/**
 * Prints the results of a company's year as JSON: `--orders N --seed N`. A separate process, because it replaces its
 * clock and random numbers.
 */
const { values } = parseArgs({ options: { orders: { type: 'string' }, seed: { type: 'string' } } });
const year = await BooksYear.open(Number(values.seed ?? 1));
const MONTH_DAYS = 30;
const figures = await year.run(Number(values.orders ?? 400), (day) => {
  if (day % MONTH_DAYS === 0) process.stderr.write(`day ${day}\n`);
});
process.stdout.write(JSON.stringify(figures));
process.exit(0);
