import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { NOTICES_PATH } from '../../functions/adapters/payments/stripe-endpoint.ts';
import { commands } from '../../lib/ops/commands.ts';
import { ops, opsWithoutStack, opsWithInput } from '../support/ops.ts';
import { MOLLIE_TEST_KEY, MollieServer } from '../support/mollie-server.ts';
import { STRIPE_TEST_KEY, StripeServer } from '../support/stripe-server.ts';
import { verifiedPass, generatedWallets } from '../support/wallet.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let stripe: StripeServer;
let mollie: MollieServer;
let folder: string;
beforeAll(async () => {
  [stripe, mollie] = await Promise.all([StripeServer.start(), MollieServer.start()]);
  stack = await startStack({ env: { STRIPE_API_BASE: stripe.url, MOLLIE_API_BASE: mollie.url } });
  folder = await mkdtemp(join(tmpdir(), 'ops-test-'));
});
afterAll(async () => {
  await stack.stop();
  await Promise.all([stripe.stop(), mollie.stop()]);
  await rm(folder, { recursive: true, force: true });
});

const saved = async (name: string, content: unknown): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};

test.each([
  'fulfill po_1 po_2',
  'fulfill po_1 --all',
  'dlq replay mail webhooks',
  'dlq drop mail webhooks',
  'operator-keys revoke one two',
  'secrets retire cursors links --yes',
])('npm run ops -- %s does nothing, because it has an unexpected argument', async (line) => {
  const { status, stdout, stderr } = await ops(stack, ...line.split(' '));
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('Usage: npm run ops -- ');
});

describe('npm run ops -- stripe', () => {
  test('sets up Stripe for the stack, which then accepts signed notices, and reports later differences', async () => {
    const setup = await opsWithInput(stack, `${STRIPE_TEST_KEY}\n`, 'stripe', 'setup', '--key-from-stdin');
    expect(setup.stderr).toBe('');
    expect(setup.stdout).toMatch(/endpoint we_local1 was created[^]*Stripe is set up.*card, link in .*DKK/);
    const [endpoint] = stripe.books.desk.endpoints.values();
    const event = { id: 'evt_1', object: 'event', type: 'customer.created', data: { object: {} } } as Stripe.Event;
    const notify = (secret: string) => {
      const { body, signature } = stripe.notification(event, Math.floor(Date.now() / 1000), secret);
      return fetch(endpoint!.url, { method: 'POST', body, headers: { 'Stripe-Signature': signature } });
    };
    expect((await notify('whsec_of_we_local1')).status).toBe(204);
    expect((await notify('whsec_of_somebody')).status).toBe(400);
    // Compares yesterday, which is complete. Today could end between the sale and the comparison.
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const created = Date.parse(`${yesterday}T12:00:00Z`) / 1000;
    const ours = { company: 'nordlys', order_id: 'po_never' };
    const intent = { id: 'pi_9', created, currency: 'dkk', status: 'succeeded' };
    stripe.books.intents.set('pi_9', { ...intent, amount_received: 9900, metadata: ours } as never);
    expect(await ops(stack, 'reconcile', '--day', yesterday)).toMatchObject({
      status: 1,
      stdout:
        `${yesterday} payment pi_9: captured 99.00 DKK at the gateway; there is no order po_never of nordlys\n` +
        `${yesterday}: 1 difference\n`,
    });
    endpoint!.status = 'disabled';
    const check = await ops(stack, 'stripe', 'check');
    expect(check).toMatchObject({ status: 1, stderr: 'The webhook endpoint we_local1 is disabled.\n' });
  });
});

describe('npm run ops -- mollie', () => {
  test('stores the key next to the Stripe key, checks the account, and compares a day with both', async () => {
    expect(await ops(stack, 'mollie', 'check')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^No Mollie key is stored in .*\nNo company accepts payments through it\.\n/),
    });
    for (const [key, reason] of [
      ['sk_test_1', 'A Mollie key begins with live_ or test_.'],
      ['live_0123456789', 'A live Mollie key must not be used in development.'],
      ['test_0123456789', 'Mollie rejected the request or did not respond: Mollie responded with 401'],
      ['\n', 'Standard input has no key.'],
    ] as const) {
      const refused = await opsWithInput(stack, key, 'mollie', 'setup', '--key-from-stdin');
      expect(refused).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining(reason) });
    }
    expect((await ops(stack, 'mollie', 'check')).stderr).toContain('No Mollie key is stored');
    const setup = await opsWithInput(stack, `${MOLLIE_TEST_KEY}\n`, 'mollie', 'setup', '--key-from-stdin');
    expect(setup).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/is stored[^]*Mollie is set up for .*key, no currency/),
    });
    expect(await ops(stack, 'mollie', 'check')).toMatchObject({ status: 0 });
    expect((await ops(stack, 'stripe', 'check')).stderr).toBe('The webhook endpoint we_local1 is disabled.\n');
    const yesterdayMs = Date.now() - 86_400_000;
    const yesterday = new Date(yesterdayMs).toISOString().slice(0, 10);
    mollie.books.nowMs = () => Date.parse(`${yesterday}T12:00:00Z`);
    const metadata = { company: 'nordlys', order_id: 'po_never', session_id: 'cs_never' };
    const amount = { currency: 'DKK', value: '50.00' };
    const { id } = mollie.books.create({ amount, method: ['creditcard'], metadata });
    mollie.books.pay(id, 'approved');
    const { stdout } = await ops(stack, 'reconcile', '--day', yesterday);
    expect(stdout).toContain(
      `${yesterday} payment ${id}: captured 50.00 DKK at the gateway; there is no order po_never of nordlys\n` +
        `${yesterday}: 2 differences\n`,
    );
  });
});

describe('a secret of another provider', () => {
  const certificates = generatedWallets();
  const health = async (key: string): Promise<{ status: number; body: Record<string, unknown> }> => {
    const answer = await fetch(`${stack.url}/v2/health`, { headers: { Authorization: `Bearer ${key}` } });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const stateOf = async (key: string, purpose: string): Promise<unknown> => {
    const { body } = await health(key);
    return (body['secrets'] as { purpose: string; state: string }[]).find((each) => each.purpose === purpose)?.state;
  };

  test('is set by a command, used from then on, and reported to operators only', async () => {
    const reply = await ops(stack, 'operator-keys', 'create', '--label', 'monitor', '--expires-in-days', '30');
    const key = reply.stdout.trim();
    const [, id] = /^lp_ops_([0-9a-f]{32})_[0-9a-f]{64}$/.exec(key) ?? [];
    expect(reply.stderr).toContain(`Operator key ${id}`);
    expect(await health(key)).toMatchObject({ status: 200, body: { status: 'ok', api_version: 'v2' } });
    expect(await stateOf(key, 'wallet')).toBe('missing');
    const partner = stack.key('nordlys');
    expect(await health(partner)).toEqual({ status: 200, body: { status: 'ok', api_version: 'v2' } });

    const content = JSON.stringify(certificates.content);
    expect((await opsWithInput(stack, content, 'secrets', 'set', 'wallet')).stdout).toContain('wallet is stored');
    expect(await stateOf(key, 'wallet')).toBe('set');
    const body = { amount: 100, receiver_name: 'Bo', receiver_email: 'bo@example.com' };
    const issued = await stack.post<{ items: { claim_url: string }[] }>('/v2/items', { key: partner, body });
    const page = await fetch(issued.body.items[0]!.claim_url);
    const [, pass] = /href="([^"]+apple\.pkpass)"/.exec(await page.text()) ?? [];
    const bytes = Buffer.from(await (await fetch(new URL(pass!, stack.url))).arrayBuffer());
    expect(verifiedPass(bytes, certificates.wwdr).json).toMatchObject({
      teamIdentifier: certificates.content.apple.team_id,
    });

    // The check reads four secrets, each with one retry.
    await stack.fault('secrets', 'unavailable', 8);
    expect(await health(key)).toMatchObject({ status: 200, body: { status: 'degraded' } });
    await fetch(`${stack.url}/_local/faults`, { method: 'DELETE' });

    const wrong = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
    expect((await health(wrong)).status).toBe(401);
    expect((await stack.get('/v2/me', { key })).status).toBe(401);
    expect((await stack.post('/v2/quotes', { key, body: {} })).status).toBe(401);
    expect(await ops(stack, 'operator-keys', 'revoke', id!)).toMatchObject({ status: 0 });
    expect((await health(key)).status).toBe(401);
    const { stdout } = await ops(stack, 'operator-keys', 'list');
    expect(stdout).toMatch(new RegExp(`^${id}  monitor, created .*, revoked .*\n$`));
    expect(stdout).not.toContain(key.slice(-64));
  });

  test('an operator key is used until its day of expiry', async () => {
    const { stdout } = await ops(stack, 'operator-keys', 'create', '--label', 'a day', '--expires-in-days', '1');
    expect((await health(stdout.trim())).status).toBe(200);
    await stack.advance(86_401);
    expect((await health(stdout.trim())).status).toBe(401);
  });

  test.for([
    [['create'], 'Usage'],
    [['create', '--label', ' '], 'label: Give the key a label'],
    [['create', '--label', 'x', '--expires-in-days', '0'], 'expires_in_days: A key lives 1 to 365 days'],
    [['revoke'], 'Usage'],
    [['revoke', 'nobody'], 'No such key of operators.'],
  ] as const)('operator-keys %j is refused', async ([args, reason]) => {
    const { status, stdout, stderr } = await ops(stack, 'operator-keys', ...args);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(reason);
  });

  test('can be exchanged at Stripe, with both secrets valid until the exchange is finished; live keys are rejected here', async () => {
    const input = { secret_key: STRIPE_TEST_KEY, webhook_secret: 'whsec_new', previous_webhook_secret: 'whsec_former' };
    const set = await opsWithInput(stack, JSON.stringify(input), 'secrets', 'set', 'payments');
    expect(set).toMatchObject({ status: 0, stdout: expect.stringContaining('payments is stored') });
    await stack.advance(300);
    const { now } = (await (await fetch(`${stack.url}/_local/clock`)).json()) as { now: string };
    const event = { id: 'evt_2', object: 'event', type: 'customer.created', data: { object: {} } } as Stripe.Event;
    const answers = ['whsec_new', 'whsec_former', 'whsec_of_we_local1'].map(async (secret) => {
      const { body, signature } = stripe.notification(event, Math.floor(Date.parse(now) / 1000), secret);
      const url = `${stack.url}${NOTICES_PATH}`;
      return (await fetch(url, { method: 'POST', body, headers: { 'Stripe-Signature': signature } })).status;
    });
    expect(await Promise.all(answers)).toEqual([204, 204, 400]);
    const live = { secret_key: 'sk_live_abc', webhook_secret: 'whsec_abc' };
    const refused = await opsWithInput(stack, JSON.stringify(live), 'secrets', 'set', 'payments');
    expect(refused).toMatchObject({ status: 1, stderr: 'A live Stripe key must not be used in development.\n' });
  });
});

describe('npm run ops -- reconcile', () => {
  test.each([
    [['--day', '2027-02-30'], '--day must be a day in UTC such as'],
    [['--day', '9999-01-01'], '9999-01-01 has not begun yet'],
    [[], '--day must be a day in UTC such as'],
    [['--day', '2027-01-02', '--until', 'x'], '--until must be a day in UTC such as'],
    [['--day', '2027-01-02', '--until', '2027-01-01'], '--until must not be before --day'],
  ])('rejects %j with the reason', async (args, reason) => {
    const { reconcile } = await import('../../lib/ops/reconcile.ts');
    vi.useFakeTimers({ now: Date.parse('2027-06-01'), toFake: ['Date'] });
    await expect(reconcile.run(args)).rejects.toThrow(reason);
    vi.useRealTimers();
  });
});

describe('npm run ops -- import', () => {
  test('changes nothing for the file of the running stack', async () => {
    const { status, stdout } = await ops(stack, 'import', 'events/demo.json');
    expect(status).toBe(0);
    expect(stdout).toContain('Nothing changed');
  });

  test('lists changes in a dry run without making them, and then the changes it made', async () => {
    const file = await saved('changed.json', {
      users: [{ username: 'dry', password: 'a phrase of its own', company: 'fjord' }],
      companies: [
        {
          slug: 'drylands',
          name: 'Drylands',
          currency: 'DKK',
          language: 'da',
          contract: { checkout: true },
          approved_urls: [],
        },
      ],
    });
    const dry = await ops(stack, 'import', file, '--dry-run');
    expect(dry.stderr).toBe('');
    expect(dry.stdout).toContain('would create companies drylands "Drylands"');
    expect(dry.stdout).toContain('would create users dry of fjord');
    expect(dry.stdout).toContain('Nothing was written');
    expect((await ops(stack, 'import', file, '--dry-run')).stdout).toContain('would create users dry of fjord');
    const done = await ops(stack, 'import', file);
    expect(done.stdout).toContain('created companies drylands "Drylands"');
    expect(done.stdout).toContain('created users dry of fjord');
    const same = await ops(stack, 'import', file, '--dry-run');
    expect(same.stdout).toContain('Nothing would change');
    const renamed = await saved('renamed.json', {
      companies: [
        {
          slug: 'drylands',
          name: 'Wetlands',
          currency: 'DKK',
          language: 'da',
          contract: { checkout: true },
          approved_urls: [],
        },
      ],
    });
    expect((await ops(stack, 'import', renamed, '--dry-run')).stdout).toContain(
      'would update companies drylands "Wetlands": name',
    );
  });

  test('prints the JSON Schema of the file with --schema', async () => {
    const { status, stdout } = await opsWithoutStack('import', '--schema');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ title: 'Operator data', additionalProperties: false });
  });

  test('reports every error on a line with its position, and exits with 1', async () => {
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

  test('creates a key for an entry without one, and prints it once', async () => {
    const file = await saved('mint.json', {
      api_keys: [{ company: 'nordlys', label: 'till', scopes: ['catalog:read'] }],
    });
    const first = await ops(stack, 'import', file);
    const key = /lp_live_[0-9a-f]{32}_[0-9a-f]{64}/.exec(first.stdout)?.[0];
    expect((await stack.get('/v2/me', { key: key ?? '' })).body).toMatchObject({ credential: { label: 'till' } });
    expect((await ops(stack, 'import', file)).stdout).not.toContain('lp_live_');
  });

  test('reports a missing, unreadable or omitted file', async () => {
    expect((await ops(stack, 'import', await saved('broken.json', '{'))).stderr).toContain('is not JSON');
    expect((await ops(stack, 'import', join(folder, 'missing.json'))).stderr).toContain('cannot be read');
    expect((await ops(stack, 'import')).stderr).toContain('Usage');
  });

  test('prints a hint without a running stack', async () => {
    const { status, stderr } = await ops({ url: 'http://127.0.0.1:1' }, 'import', 'events/demo.json');
    expect(status).toBe(1);
    expect(stderr).toContain('npm start');
  });
});

describe('npm run ops -- keys create', () => {
  test('creates a key of any company, which is valid by the clock of the stack', async () => {
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
    [['--company', 'fjord', '--label', 'x'.repeat(256), '--scopes', 'all'], 'at most 255 characters'],
    [['--company', 'fjord'], 'Usage'],
    [['--colour', 'red'], 'colour'],
  ] as const)('%j is refused', async ([args, reason]) => {
    const { status, stdout, stderr } = await ops(stack, 'keys', 'create', ...args);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(reason);
  });
});

test.for([
  [
    ['dance'],
    'There is no command dance. Commands: import, backup, restore, table load, companies create, keys create',
  ],
  [['dlq', 'dance'], 'There is no command dlq dance. Commands: dlq list, dlq drop, dlq replay.'],
  [['keys'], 'There is no command keys. Commands: keys create.'],
  [['recount', '--pause', 'soon'], '--pause must be a number of milliseconds.'],
  [
    ['schedules', 'run', 'integrity-check', '--env', 'prod'],
    'There is no environment prod; choose one of development,',
  ],
  [['openapi', 'lib'], "EISDIR: illegal operation on a directory, open 'lib'"],
] as const)('a wrong command is reported in one line: %j', async ([args, line]) => {
  const { status, stderr } = await ops(stack, ...args);
  expect([status, stderr.trim().split('\n').length]).toEqual([1, 1]);
  expect(stderr).toContain(line);
});

test('help shows an overview', async () => {
  const { status, stdout } = await ops(stack, 'help');
  expect(status).toBe(0);
  for (const name of Object.keys(commands)) expect(stdout).toContain(`  ${name} `);
});

describe('an AWS environment without settings', () => {
  const inDemo = (environment: Record<string, string>) =>
    new Promise<{ status: number; stderr: string }>((done) => {
      const env = { PATH: process.env['PATH'] ?? '', HOME: folder, AWS_EC2_METADATA_DISABLED: 'true', ...environment };
      execFile(process.execPath, ['bin/ops.ts', 'fulfill', '--env', 'demo'], { env }, (error, _, stderr) =>
        done({ status: Number(error?.code ?? 0), stderr }),
      );
    });

  test.for([
    [{}, 'AWS_REGION'],
    [{ AWS_REGION: 'eu-west-1' }, 'AWS credentials'],
  ] as const)('%j is reported in one line', async ([environment, named]) => {
    const { status, stderr } = await inDemo(environment);
    expect([status, stderr.trim().split('\n').length]).toEqual([1, 1]);
    expect(stderr).toContain(named);
  });
});

test('an unknown company and a time range that ends before it begins are reported as errors', async () => {
  const named = ['integrity', 'shipments', 'agents', 'mails', 'webhooks reemit --order po_1'];
  for (const command of named) {
    const { status, stderr } = await ops(stack, ...command.split(' '), '--company', 'nope');
    expect([command, status, stderr]).toEqual([command, 1, 'There is no company nope.\n']);
  }
  const backwards = ['webhooks', 'reemit', '--company', 'nordlys', '--since', '2027-01-02T00:00:00Z'];
  const refused = await ops(stack, ...backwards, '--until', '2027-01-01T00:00:00Z');
  expect([refused.status, refused.stderr]).toEqual([1, '--until must not be before --since.\n']);
  const noDay = await ops(stack, 'shipments', '--company', 'nordlys', '--since', '2026-02-30');
  expect([noDay.status, noDay.stderr]).toEqual([1, '--since must be a date such as 2027-05-01.\n']);
  const nothing = await ops(stack, 'fulfill', '--all');
  expect([nothing.status, nothing.stdout]).toEqual([0, expect.stringMatching(/^0 failed in /)]);
});

test('the page of commands lists every command', async () => {
  const page = await readFile('lib/reference/operator-commands.md', 'utf8');
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> };
  // npm runs `postinstall` automatically.
  const { postinstall: _, ...others } = scripts;
  const called = [
    ...Object.keys(commands).map((name) => `npm run ops -- ${name}`),
    ...Object.keys(others).map((name) => (['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`)),
  ];
  expect(called.filter((name) => !page.includes(name))).toEqual([]);
});

describe('npm run ops -- issue', () => {
  const given = [
    'issue',
    '--company',
    'nordlys',
    '--kind',
    'benefit_deal',
    '--title',
    'Staff lunch',
    '--quantity',
    '2',
  ];
  const more = ['--amount', '12.50', '--issued-to', 'fjord', '--validity', '2035-01-31', '--key', 'lunch'];

  test('prints one code per line, and issues once for the same key', async () => {
    const first = await ops(stack, ...given, ...more);
    expect(first).toMatchObject({ status: 0, stderr: expect.stringMatching(/^2 items of order ord_/) });
    const codes = first.stdout.trim().split('\n');
    expect(codes).toHaveLength(2);
    expect((await ops(stack, ...given, ...more)).stdout).toBe(first.stdout);
    const item = await stack.get(`/v2/items/${codes[0]}`, { key: stack.key('nordlys') });
    expect(item.body).toMatchObject({
      amount: 12.5,
      item_type_identification: 'Benefit Deal',
      validity: '2035-01-31 23:59:59',
    });
    expect((await stack.get(`/v2/items/${codes[0]}`, { key: stack.key('fjord') })).status).toBe(200);
  });

  test('reports invalid input', async () => {
    expect(await ops(stack, ...given)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('issued_to'),
    });
    const unknown = await ops(stack, 'issue', '--company', 'nordlys', '--kind', 'coupon', '--quantity', 'two');
    expect(unknown.stderr).toBe(
      'kind: This must be one of: ticket_coupon, special_voucher, benefit_deal.\ntitle: This field is required.\nquantity: This must be a number.\n',
    );
    expect(await ops(stack, 'issue')).toMatchObject({ status: 1, stderr: expect.stringContaining('Usage:') });
  });
});
