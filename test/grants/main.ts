import { parseArguments } from '../../lib/command-arguments.ts';
import { allFunctions } from '../../lib/definition.ts';
import { Deployment } from '../stack/templates.ts';
import { differences, readCalls } from './compare.ts';
import { roleStatements } from './roles.ts';

const USAGE = 'CALLS_DIR=FOLDER npm test, then npm run grants -- FOLDER [--report-unused]';

/**
 * `npm run grants -- FOLDER`: compares calls by functions in tests with the roles of the synthesized templates. Fails
 * for calls that a role does not allow, for permissions that no binding defines, and for unused bindings.
 * `--report-unused` reports the latter two without failing, for a run after only some of the tests.
 */
const { positionals, values } = parseArguments(USAGE, {
  allowPositionals: true,
  options: { 'report-unused': { type: 'boolean', default: false } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error(`Usage: ${USAGE}`);

const PREFIX = 'gift-commerce-demo';
const deployment = new Deployment({ env: 'demo' });
const deployed = deployment.byName('AWS::Lambda::Function', 'FunctionName');
const calls = Map.groupBy(readCalls(folder), (call) => call.function);
let faults = 0;
for (const definition of allFunctions()) {
  const fn = deployed.get(`${PREFIX}-${definition.name}`);
  if (!fn) throw new Error(`${definition.name} is not deployed`);
  const { beyond, idle } = differences(
    definition,
    roleStatements(deployment, fn, PREFIX),
    calls.get(definition.name) ?? [],
  );
  for (const call of beyond) console.log(`${definition.name} makes a call that its role does not allow: ${call}`);
  for (const grant of idle) console.log(`${definition.name} has a grant that no test needed: ${grant}`);
  faults += beyond.length + (values['report-unused'] ? 0 : idle.length);
}
console.log(`${calls.size} functions made calls; ${faults} faults`);
process.exitCode = faults === 0 ? 0 : 1;
