import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { opsWithInput, ops, type OpsResult } from '../support/ops.ts';
import { MOLLIE_TEST_KEY, MollieServer } from '../support/mollie-server.ts';
import { Shop, giftCard } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';
import { STRIPE_TEST_KEY, StripeServer } from '../support/stripe-server.ts';
import { generatedWallets } from '../support/wallet.ts';

const run = promisify(execFile);
const page = readFileSync('lib/runbooks/first-deployment.md', 'utf8');

/** Lines of the code blocks that also work on one machine, in the order in which an operator types them. */
const commands = [...page.matchAll(/^(?:npm run ops|curl) .+$/gm)].map(([command]) => command);

let stack: RunningStack;
let stripe: StripeServer;
let mollie: MollieServer;
const words: Record<string, string> = {
  SLUG: 'nordlys',
  NAME: 'Nordlys',
  EMAIL: 'admin@nordlys.example',
  LABEL: 'first',
  'my-data.json': 'events/demo.json',
  'YYYY-MM-DD': new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
};
const files: Record<string, string> = {};
beforeAll(async () => {
  [stripe, mollie] = await Promise.all([StripeServer.start(), MollieServer.start()]);
  stack = await startStack({
    seed: { companies: [] },
    env: { STRIPE_API_BASE: stripe.url, MOLLIE_API_BASE: mollie.url },
  });
  Object.assign(files, {
    'stripe-key': `${STRIPE_TEST_KEY}\n`,
    'mollie-key': `${MOLLIE_TEST_KEY}\n`,
    'courier.json': '{"api_key": "courier"}',
    'wallet.json': JSON.stringify(generatedWallets().content),
  });
}, 90_000);
afterAll(async () => {
  await Promise.all([stack?.stop(), stripe?.stop(), mollie?.stop()]);
});

const filledIn = (command: string): string =>
  command
    .replaceAll(/my-data\.json|\b(?:YYYY-MM-DD|SLUG|NAME|EMAIL|LABEL|KEY)\b/g, (word) => words[word] ?? word)
    .replace('https://api.example.com', stack.url)
    .replace(' --env production', '');

const runHere = async (command: string): Promise<OpsResult> => {
  if (command.startsWith('curl')) {
    const { stdout, stderr } = await run('bash', ['-euc', command.replace('curl', 'curl -sS')]);
    return { status: 0, stdout, stderr };
  }
  const [typed = '', file] = command.replace('npm run ops -- ', '').split(' < ');
  const args = [...typed.matchAll(/"([^"]*)"|(\S+)/g)].map(([, a, b]) => a ?? b ?? '');
  return file === undefined ? ops(stack, ...args) : opsWithInput(stack, files[file] ?? '', ...args);
};

describe('the first deployment', () => {
  it('has its commands in the runbook', () => {
    expect(commands.length).toBeGreaterThan(10);
  });

  it.each(commands)('%s', async (command) => {
    if (command.includes('fulfill')) {
      expect(await new Shop(stack, words['KEY']).sell(giftCard())).toMatchObject({ status: 'fulfilled' });
    }
    const { status, stdout, stderr } = await runHere(filledIn(command));
    expect(status, stderr).toBe(0);
    expect(`${stdout}${stderr}`).not.toBe('');
    const [, key] = /(lp_live_\w+)/.exec(stdout) ?? [];
    if (key !== undefined && command.includes(' keys create')) words['KEY'] = key;
    if (command.startsWith('curl')) expect(JSON.parse(stdout)).toMatchObject({ status: 'ok' });
  });
});
