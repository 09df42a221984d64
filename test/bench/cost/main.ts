import { measureCost } from './measure.ts';

/** Prints what complete sales use, as JSON. In a process of its own: it takes the clock and chance of its process into its hands. */
process.stdout.write(JSON.stringify(await measureCost()));
process.exit(0);
