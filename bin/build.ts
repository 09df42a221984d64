import { parseArgs } from 'node:util';
import { bundle } from '../lib/build/bundle.ts';
import { budgetFaults, sizeTable } from '../lib/build/report.ts';
import { allFunctions } from '../lib/definition.ts';

const { values } = parseArgs({ options: { quiet: { type: 'boolean', default: false } } });

const definitions = allFunctions();
const bundles = await bundle(definitions);
if (!values.quiet) console.log(sizeTable(definitions, bundles));
const faults = budgetFaults(definitions, bundles);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
