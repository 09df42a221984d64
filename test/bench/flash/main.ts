import { sellToCrowd } from './crowd.ts';
import { limitsOf } from './limits.ts';

/** Prints where a crowd meets, as JSON. In a process of its own: it takes the clock and chance of its process into its hands. */
const { units, ...crowd } = await sellToCrowd(Number(process.argv[2]));
process.stdout.write(JSON.stringify({ ...crowd, limits: limitsOf(units, crowd.buyers).slice(0, 200) }), () =>
  process.exit(0),
);
