import { measureCost } from './measure.ts';

/**
 * Prints the resource use of complete sales as JSON. A separate process, because it replaces its clock and random
 * numbers.
 */
process.stdout.write(JSON.stringify(await measureCost()));
process.exit(0);
