import { measureSale } from './measure.ts';

/** Prints the cost of a sale as JSON. A separate process, because it replaces its clock and random numbers. */
process.stdout.write(JSON.stringify(await measureSale()));
process.exit(0);
