import { measureSale } from './measure.ts';

/** Prints what a sale costs, as JSON. In a process of its own: it takes the clock and chance of its process into its hands. */
process.stdout.write(JSON.stringify(await measureSale()));
process.exit(0);
