import { parseArgs } from 'node:util';
import { keptBundles } from '../lib/build/kept.ts';
import { budgetFaults, sizeTable } from '../lib/build/report.ts';
import { allFunctions } from '../lib/definition.ts';

const { values } = parseArgs({ options: { quiet: { type: 'boolean', default: false } } });

const definitions = allFunctions();
const bundles = await keptBundles(definitions, 'dist');
if (!values.quiet) console.log(sizeTable(definitions, bundles));
const faults = budgetFaults(definitions, bundles);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
