import { parseArguments } from '../../lib/command-arguments.ts';
import { runWebhookSeed } from './webhooks-run.ts';

/**
 * `npm run simulate:webhooks -- [--seeds 200] [--from 1]`. For every second seed the stack may be killed and restarted.
 */
const { values } = parseArguments('npm run simulate:webhooks -- [--seeds 200] [--from 1]', {
  options: { seeds: { type: 'string' }, from: { type: 'string' } },
});
const seeds = Number(values.seeds ?? 200);
const from = Number(values.from ?? 1);

let failed = 0;
let orders = 0;
let received = 0;
for (let seed = from; seed < from + seeds; seed++) {
  const outcome = await runWebhookSeed(seed, seed % 2 === 0);
  orders += outcome.orders;
  received += outcome.received;
  if (outcome.faults.length > 0) failed++;
  for (const fault of outcome.faults) console.log(`seed ${seed}: ${fault}`);
  if (seed % 10 === 0) console.log(`up to seed ${seed}: ${failed} failed; ${orders} orders, ${received} deliveries`);
}
console.log(`${seeds} seeds, ${failed} failed; ${orders} orders, ${received} deliveries`);
process.exitCode = failed > 0 ? 1 : 0;
