import { sellToCrowd } from './crowd.ts';
import { limitsOf } from './limits.ts';

/** Prints contended resources as JSON. Runs as a separate process, because it replaces its clock and random numbers. */
const { units, ...crowd } = await sellToCrowd(Number(process.argv[2]));
process.stdout.write(JSON.stringify({ ...crowd, limits: limitsOf(units, crowd.buyers).slice(0, 200) }), () =>
  process.exit(0),
);
