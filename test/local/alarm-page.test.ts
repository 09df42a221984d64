import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { opsWithoutStack, opsWithInput, ops, type OpsResult } from '../support/ops.ts';
import { API_KEY, ruleSeed } from '../support/seed.ts';
import { giftCard, Shop } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';
import { STRIPE_TEST_KEY, StripeServer } from '../support/stripe-server.ts';
import { simplePdf, TemplatePartner } from '../support/templates.ts';

const run = promisify(execFile);
const page = readFileSync('lib/runbooks/alarms.md', 'utf8');
const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf('\n')), text] as const),
);

/** Shell commands in text, without code spans that are names of files or states. */
const commandsIn = (text: string): string[] =>
  [...text.replaceAll('\n', ' ').matchAll(/`((?:npm|npx|node|curl|aws) [^`]+)`/g)].map(([, command = '']) => command);
const commands = [...new Set([...sections.values()].flatMap(commandsIn))].toSorted();

let stack: RunningStack;
let stripe: StripeServer;
let words: Record<string, string>;
beforeAll(async () => {
  stripe = await StripeServer.start();
  stack = await startStack({ seed: ruleSeed, env: { STRIPE_API_BASE: stripe.url } });
  const keyGiven = await opsWithInput(stack, `${STRIPE_TEST_KEY}\n`, 'stripe', 'setup', '--key-from-stdin');
  expect(keyGiven.stderr).toBe('');
  const shop = new Shop(stack);
  const partner = new TemplatePartner(stack, API_KEY);
  const { id } = await partner.made(await simplePdf('FIRST'));
  expect((await partner.post(`/${id}/activate`)).status).toBe(200);
  const sold = await shop.sell(giftCard());
  await stack.fault('mail', 'after-commit', 1);
  await shop.sell(giftCard());
  const [mail = ''] = /po_[0-9a-f]{32}-\w+/.exec((await ops(stack, 'mails', '--company', 'shop')).stdout) ?? [];
  await stack.fault('objects', 'unavailable', 1000);
  const failed = await shop.sell(giftCard());
  await stack.control('DELETE', '/faults');
  expect(failed.fulfillment).toMatchObject({ status: 'failed' });
  words = {
    QUEUE: 'mail',
    SLUG: 'shop',
    OPTION: 'gcvo_2',
    NAME: 'due-sweep',
    MAIL: mail,
    ORDER: sold.id,
    FAILED: failed.id,
    // The command counts days in UTC.
    'YYYY-MM-DD': new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
  };
}, 90_000);
afterAll(async () => {
  await stack.stop();
  await stripe.stop();
});

const filledIn = (command: string): string =>
  command
    .replace('fulfill ORDER', 'fulfill FAILED')
    .replaceAll(/\b(?:YYYY-MM-DD|[A-Z]{4,})\b/g, (word) => words[word] ?? word)
    .replace(' --env demo', '');

const typed = (command: string): string[] => [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, a, b]) => a ?? b ?? '');

const runHere = async (command: string): Promise<OpsResult> => {
  const env = { ...process.env, API: stack.url, KEY: API_KEY, LOCAL_URL: stack.url };
  const [, operator] = /^npm run ops -- (.*)$/.exec(command) ?? [];
  if (operator !== undefined) {
    const args = typed(operator.replaceAll('$API', stack.url).replaceAll('$KEY', API_KEY));
    return operator === 'life' ? opsWithoutStack(operator) : ops(stack, ...args);
  }
  const script = command.startsWith('npm run ') ? command.replace('npm run', 'npm run --silent') : command;
  const { stdout, stderr } = await run('bash', ['-euc', script], { env });
  return { status: 0, stdout, stderr };
};

describe('the alarm runbook', () => {
  it.each([...sections])('has a command in %s that also works on the local stack', (_, text) => {
    const [, after = ''] = text.split('**Command.**');
    expect(commandsIn(after).length).toBeGreaterThan(0);
    expect(commandsIn(text).filter((command) => /^(aws|npx)/.test(command))).toEqual([]);
  });

  it.each(commands)('%s', async (command) => {
    const { status, stdout, stderr } = await runHere(filledIn(command));
    expect(status, stderr).toBe(0);
    expect(`${stdout}${stderr}`).not.toBe('');
    if (command.startsWith('curl')) expect(stdout).toMatch(/^\{(?!"error")|^200 0$/m);
  });
});

describe('npm run ops -- schedules run', () => {
  it('invokes the function of a deployed environment, and reports a failed run', async () => {
    const paths: string[] = [];
    const lambda = createServer((request, response) => {
      paths.push(request.url ?? '');
      const failed = paths.length > 1;
      response.writeHead(200, failed ? { 'X-Amz-Function-Error': 'Unhandled' } : {});
      response.end(failed ? '{"errorType":"Error"}' : 'null');
    });
    await new Promise<void>((resolve) => lambda.listen(0, '127.0.0.1', resolve));
    vi.stubEnv('AWS_ENDPOINT_URL_LAMBDA', `http://127.0.0.1:${(lambda.address() as AddressInfo).port}`);
    vi.stubEnv('AWS_REGION', 'eu-west-1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
    const command = ['schedules', 'run', 'item-expiry', '--env', 'demo'];
    expect(await opsWithoutStack(...command)).toMatchObject({ status: 0, stdout: 'item-expiry has run.\n' });
    expect(await opsWithoutStack(...command)).toMatchObject({
      status: 1,
      stderr: 'The run of item-expiry failed: Unhandled {"errorType":"Error"}\n',
    });
    expect(paths).toEqual(Array(2).fill('/2015-03-31/functions/gift-commerce-demo-item-expiry/invocations'));
    vi.unstubAllEnvs();
    lambda.close();
  });

  it('lists the existing schedules', async () => {
    const { status, stderr } = await ops(stack, 'schedules', 'run', 'nightly');
    expect(status).toBe(1);
    expect(stderr).toContain('Schedules: item-expiry,');
  });
});
