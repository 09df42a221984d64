import { parseArguments } from '../command-arguments.ts';
import { allFunctions } from '../definition.ts';
import { buildOnce } from './reused-bundles.ts';
import { budgetFaults, sizeTable } from './report.ts';

/** `npm run build`: builds the bundles in `dist` and prints their sizes. Returns the exit status. */
export const runBuild = async (args: readonly string[]): Promise<number> => {
  const { values } = parseArguments('npm run build -- [--quiet]', {
    args: [...args],
    options: { quiet: { type: 'boolean', default: false } },
  });
  const definitions = allFunctions();
  const bundles = await buildOnce(definitions, 'dist');
  if (!values.quiet) console.log(sizeTable(definitions, bundles));
  const faults = budgetFaults(definitions, bundles);
  for (const fault of faults) console.error(fault);
  return faults.length > 0 ? 1 : 0;
};
