import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { commands } from '../../lib/ops/commands.ts';
import { ops, opsGiven } from '../support/ops.ts';
import { STRIPE_TEST_KEY, StripeServer } from '../support/stripe-server.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let stripe: StripeServer;
let folder: string;
beforeAll(async () => {
  stripe = await StripeServer.start();
  stack = await startStack({ env: { STRIPE_API_BASE: stripe.url } });
  folder = await mkdtemp(join(tmpdir(), 'ops-test-'));
});
afterAll(async () => {
  await stack.stop();
  await stripe.stop();
  await rm(folder, { recursive: true, force: true });
});

const saved = async (name: string, content: unknown): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};

describe('npm run ops -- stripe', () => {
  test('sets Stripe up for the stack, which takes what is signed from then on, and names what differs later', async () => {
    const setup = await opsGiven(stack, `${STRIPE_TEST_KEY}\n`, 'stripe', 'setup', '--key-from-stdin');
    expect(setup.stderr).toBe('');
    expect(setup.stdout).toMatch(/endpoint we_local1 was made[^]*Stripe is set up.*cards in .*DKK/);
    const [endpoint] = stripe.books.desk.endpoints.values();
    const event = { id: 'evt_1', object: 'event', type: 'customer.created', data: { object: {} } } as Stripe.Event;
    const tell = (secret: string) => {
      const { body, signature } = stripe.notification(event, Math.floor(Date.now() / 1000), secret);
      return fetch(endpoint!.url, { method: 'POST', body, headers: { 'Stripe-Signature': signature } });
    };
    expect((await tell('whsec_of_we_local1')).status).toBe(204);
    expect((await tell('whsec_of_somebody')).status).toBe(400);
    const today = new Date().toISOString().slice(0, 10);
    const ours = { company: 'nordlys', order_id: 'po_never' };
    const intent = { id: 'pi_9', created: Math.floor(Date.now() / 1000), currency: 'dkk', status: 'succeeded' };
    stripe.books.intents.set('pi_9', { ...intent, amount_received: 9900, metadata: ours } as never);
    expect(await ops(stack, 'reconcile', '--day', today)).toMatchObject({
      status: 1,
      stdout:
        `${today} payment pi_9: captured 99.00 DKK at the gateway; there is no order po_never of nordlys\n` +
        `${today}: 1 difference so far; what is on its way may differ\n`,
    });
    endpoint!.status = 'disabled';
    const check = await ops(stack, 'stripe', 'check');
    expect(check).toMatchObject({ status: 1, stderr: 'The webhook endpoint we_local1 is disabled.\n' });
  });
});

describe('npm run ops -- reconcile', () => {
  test.each([
    [['--day', '2027-02-30'], '--day is a day such as'],
    [['--day', '9999-01-01'], '9999-01-01 has not begun yet'],
    [[], '--day is a day such as'],
    [['--day', '2027-01-02', '--until', 'x'], '--until is a day such as'],
  ])('with %j says what a day is', async (args, reason) => {
    const { reconcile } = await import('../../lib/ops/reconcile.ts');
    vi.useFakeTimers({ now: Date.parse('2027-06-01'), toFake: ['Date'] });
    await expect(reconcile.run(args)).rejects.toThrow(reason);
    vi.useRealTimers();
  });
});

describe('npm run ops -- import', () => {
  test('the file of the running stack changes nothing', async () => {
    const { status, stdout } = await ops(stack, 'import', 'events/demo.json');
    expect(status).toBe(0);
    expect(stdout).toContain('Nothing changed');
  });

  test('every fault is a line with its place, and the exit status is 1', async () => {
    const file = await saved('faulty.json', {
      companies: [{ slug: 'x', colour: 'red' }],
      api_keys: [{ company: 'nobody', label: 'x', scopes: [] }],
    });
    const { status, stderr } = await ops(stack, 'import', file);
    expect(status).toBe(1);
    const lines = stderr.split('\n');
    for (const path of ['companies[0].name', 'companies[0].contract', 'companies[0].colour', 'api_keys[0].company']) {
      expect(
        lines.some((line) => line.startsWith(`$.${path}: `)),
        path,
      ).toBe(true);
    }
    expect(stderr).toMatch(/has \d+ faults\. Nothing was written\./);
  });

  test('a key without text is minted, printed once and works', async () => {
    const file = await saved('mint.json', {
      api_keys: [{ company: 'nordlys', label: 'till', scopes: ['catalog:read'] }],
    });
    const first = await ops(stack, 'import', file);
    const key = /lp_live_[0-9a-f]{32}_[0-9a-f]{64}/.exec(first.stdout)?.[0];
    expect((await stack.get('/v2/me', { key: key ?? '' })).body).toMatchObject({ credential: { label: 'till' } });
    expect((await ops(stack, 'import', file)).stdout).not.toContain('lp_live_');
  });

  test('what is not JSON, not there or not given is said in one line', async () => {
    expect((await ops(stack, 'import', await saved('broken.json', '{'))).stderr).toContain('is not JSON');
    expect((await ops(stack, 'import', join(folder, 'missing.json'))).stderr).toContain('cannot be read');
    expect((await ops(stack, 'import')).stderr).toContain('Usage');
  });

  test('without a stack there is a hint', async () => {
    const { status, stderr } = await ops({ url: 'http://127.0.0.1:1' }, 'import', 'events/demo.json');
    expect(status).toBe(1);
    expect(stderr).toContain('npm start');
  });
});

describe('npm run ops -- keys create', () => {
  test('mints a key of any company, which lives from the clock of the stack', async () => {
    await stack.advance(40 * 86_400);
    const words = [
      '--company',
      'fjord',
      '--label',
      'pos',
      '--scopes',
      'items:read,items:write',
      '--expires-in-days',
      '30',
    ];
    const { status, stdout } = await ops(stack, 'keys', 'create', ...words, '--environment', 'test');
    expect(status).toBe(0);
    const key = stdout.trim();
    expect(key).toMatch(/^lp_test_[0-9a-f]{32}_[0-9a-f]{64}$/);
    expect((await stack.get('/v2/me', { key })).body).toMatchObject({
      company: { id: 'fjord' },
      credential: { label: 'pos', environment: 'test', scopes: ['items:read', 'items:write'] },
    });
  });

  test.for([
    [['--company', 'nobody', '--label', 'x', '--scopes', 'all'], 'company'],
    [['--company', 'fjord', '--label', 'x', '--scopes', 'everything'], 'everything'],
    [['--company', 'fjord', '--label', 'x', '--scopes', 'all', '--expires-in-days', '400'], 'expires_in_days'],
    [['--company', 'fjord'], 'Usage'],
    [['--colour', 'red'], 'colour'],
  ] as const)('%j is refused', async ([args, reason]) => {
    const { status, stdout, stderr } = await ops(stack, 'keys', 'create', ...args);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(reason);
  });
});

test.for([
  [['dance'], 'There is no command dance. There are: import, keys create'],
  [['dlq', 'dance'], 'There is no command dlq dance. There are: dlq list, dlq drop, dlq replay.'],
  [['keys'], 'There is no command keys. There are: keys create.'],
] as const)('a wrong command is told in one line: %j', async ([args, line]) => {
  const { status, stderr } = await ops(stack, ...args);
  expect([status, stderr.trim().split('\n').length]).toEqual([1, 1]);
  expect(stderr).toContain(line);
});

test('help is an overview', async () => {
  const { status, stdout } = await ops(stack, 'help');
  expect(status).toBe(0);
  for (const name of Object.keys(commands)) expect(stdout).toContain(`  ${name} `);
});

describe('an environment of AWS without settings', () => {
  const inDemo = (environment: Record<string, string>) =>
    new Promise<{ status: number; stderr: string }>((tell) => {
      const env = { PATH: process.env['PATH'] ?? '', HOME: folder, AWS_EC2_METADATA_DISABLED: 'true', ...environment };
      execFile(process.execPath, ['bin/ops.ts', 'fulfil', '--env', 'demo'], { env }, (error, _, stderr) =>
        tell({ status: Number(error?.code ?? 0), stderr }),
      );
    });

  test.for([
    [{}, 'AWS_REGION'],
    [{ AWS_REGION: 'eu-west-1' }, 'AWS credentials'],
  ] as const)('%j is told in one line', async ([environment, named]) => {
    const { status, stderr } = await inDemo(environment);
    expect([status, stderr.trim().split('\n').length]).toEqual([1, 1]);
    expect(stderr).toContain(named);
  });
});

test('the README names every command', async () => {
  const readme = await readFile('README.md', 'utf8');
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> };
  const called = [
    ...Object.keys(commands).map((name) => `npm run ops -- ${name}`),
    ...Object.keys(scripts).map((name) => (['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`)),
  ];
  expect(called.filter((name) => !readme.includes(name))).toEqual([]);
});
