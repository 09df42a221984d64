import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { retries } from '../../../functions/adapters/payments/retry-calls.ts';
import { accountFaults } from '../../../functions/adapters/payments/stripe-account.ts';
import {
  parseStripeCredentials,
  STRIPE_API_VERSION,
  stripeClient,
} from '../../../functions/adapters/payments/stripe-client.ts';
import { NOTICES_PATH } from '../../../functions/adapters/payments/stripe-endpoint.ts';
import { HANDLED_EVENTS } from '../../../functions/adapters/payments/stripe-notices.ts';
import type { PaymentMethodType } from '../../../functions/platform/payment-methods.ts';
import { receiveStripeNotice } from '../../../functions/api/payments/routes.ts';
import { endpointDifferences, readStored, setUpEndpoint, type StoredSecret } from '../../../lib/ops/stripe-setup.ts';
import { StripeDesk } from '../../support/stripe-desk.ts';
import { STRIPE_TEST_KEY, StripeServer } from '../../support/stripe-server.ts';
import { startTable, type TestTable } from '../../support/table.ts';

const BASE = 'https://api.example.com';
const URL_OF_NOTICES = `${BASE}${NOTICES_PATH}`;

let stripe: StripeServer;
/** The table has no companies, so that no company accepts payments. */
let table: TestTable;
let secret: string;
/** Outcomes of the next writes of the secret. If undefined, the write succeeds. */
const writes: ('killed' | undefined)[] = [];
const printed: string[] = [];

const access = {
  target: 'the environment demo',
  read: () => Promise.resolve(secret),
  write: (_: string, text: string) => {
    if (writes.shift() === 'killed') return Promise.reject(new Error('Killed'));
    secret = text;
    return Promise.resolve();
  },
};
const setup = (baseUrl = BASE) => ({
  access,
  client: stripeClient(STRIPE_TEST_KEY),
  baseUrl,
  print: (line: string) => printed.push(line),
});
const run = async (given?: string, baseUrl = BASE): Promise<void> =>
  setUpEndpoint(setup(baseUrl), await readStored(access, given));
const endpointsAtStripe = () => [...stripe.books.desk.endpoints.values()];
const stored = (): StoredSecret => JSON.parse(secret) as StoredSecret;
const differences = (baseUrl = BASE) => endpointDifferences(setup(baseUrl));

/** Stripe has one endpoint, and functions read the secret that it returned. */
const expectOneWithItsSecret = (): void => {
  expect(endpointsAtStripe()).toHaveLength(1);
  const id = endpointsAtStripe()[0]?.id;
  expect(parseStripeCredentials(secret)).toMatchObject({ webhook_endpoint: id, webhook_secret: `whsec_of_${id}` });
  expect(stored().setup_attempt).toBeUndefined();
};

beforeAll(async () => {
  table = await startTable();
  stripe = await StripeServer.start();
  retries.sleep = () => Promise.resolve();
  Object.assign(process.env, { ENVIRONMENT: 'development', STRIPE_API_BASE: stripe.url });
});
afterAll(async () => {
  await stripe.stop();
  await table.stop();
});
beforeEach(() => {
  stripe.books.desk = new StripeDesk();
  stripe.forgetKeys();
  for (const list of [stripe.faults, stripe.calls, writes, printed]) list.length = 0;
  // The initial value after a deployment.
  secret = JSON.stringify({ secret_key: '', webhook_secret: '', unused: 'x9' });
});

describe('setting Stripe up', () => {
  test('creates an endpoint for exactly the handled events, in the pinned version, and stores its secret', async () => {
    await run(STRIPE_TEST_KEY);
    expectOneWithItsSecret();
    expect(endpointsAtStripe()[0]).toMatchObject({
      url: URL_OF_NOTICES,
      api_version: STRIPE_API_VERSION,
      status: 'enabled',
    });
    expect(endpointsAtStripe()[0]?.enabled_events.toSorted()).toEqual([...HANDLED_EVENTS].toSorted());
    expect(stored()).toEqual({
      secret_key: STRIPE_TEST_KEY,
      webhook_secret: 'whsec_of_we_local1',
      webhook_endpoint: 'we_local1',
    });
    expect(await differences()).toEqual([]);
    expect(printed.join()).not.toMatch(/whsec_|sk_/);
  });

  test('uses the URL of the route that receives notifications', () => {
    expect(receiveStripeNotice.path).toBe(NOTICES_PATH);
  });

  test('run twice leaves one endpoint with its secret stored', async () => {
    await run(STRIPE_TEST_KEY);
    const before = secret;
    await run();
    expectOneWithItsSecret();
    expect(secret).toBe(before);
  });

  test('killed after the endpoint was created and before its secret was stored, and run again, finds that secret', async () => {
    writes.push(undefined, 'killed');
    await expect(run(STRIPE_TEST_KEY)).rejects.toThrow('Killed');
    expect(endpointsAtStripe()).toHaveLength(1);
    expect(await differences()).toContain('A setup was interrupted. Continue it: npm run ops -- stripe setup');
    await run();
    expectOneWithItsSecret();
    expect(endpointsAtStripe()[0]?.id).toBe('we_local1');
  });

  test('killed, and run again when Stripe has forgotten its key, creates another endpoint and removes the one without a secret', async () => {
    writes.push(undefined, 'killed');
    await expect(run(STRIPE_TEST_KEY)).rejects.toThrow('Killed');
    stripe.forgetKeys();
    await run();
    expectOneWithItsSecret();
    expect(endpointsAtStripe()[0]?.id).toBe('we_local2');
  });

  test('killed, with the endpoint deleted manually since, creates another', async () => {
    writes.push(undefined, 'killed');
    await expect(run(STRIPE_TEST_KEY)).rejects.toThrow('Killed');
    stripe.books.desk.endpoints.clear();
    await run();
    expectOneWithItsSecret();
  });

  test('killed before the attempt was recorded creates nothing', async () => {
    writes.push('killed');
    await expect(run(STRIPE_TEST_KEY)).rejects.toThrow('Killed');
    expect(endpointsAtStripe()).toEqual([]);
  });

  test('killed before a former endpoint was removed, and run again, removes it', async () => {
    await run(STRIPE_TEST_KEY);
    const former = endpointsAtStripe()[0]!;
    Object.assign(former, { api_version: '2024-06-20' });
    stripe.faults.push(undefined, undefined, undefined, 'unavailable', 'unavailable', 'unavailable');
    await expect(run()).rejects.toThrow();
    stripe.faults.length = 0;
    expect(endpointsAtStripe()).toHaveLength(2);
    await run();
    expectOneWithItsSecret();
    expect(stored().previous_webhook_secret).toBe(`whsec_of_${former.id}`);
  });

  test('removes the former signing secret in the run after the one that removes its endpoint', async () => {
    await run(STRIPE_TEST_KEY);
    stripe.books.desk.endpoints.clear();
    await run();
    expect(stored().previous_webhook_secret).toBe('whsec_of_we_local1');
    stripe.books.desk.endpoints.set('we_former', { ...endpointsAtStripe()[0]!, id: 'we_former' });
    await run();
    expect(stored().previous_webhook_secret).toBe('whsec_of_we_local1');
    await run();
    expectOneWithItsSecret();
    expect(stored().previous_webhook_secret).toBeUndefined();
    expect(printed.at(-1)).toBe('The former signing secret is no longer accepted.');
  });

  test('repeats under the same key when the response is lost', async () => {
    stripe.faults.push(undefined, 'after-commit');
    await run(STRIPE_TEST_KEY);
    expectOneWithItsSecret();
    const created = stripe.calls.filter(({ method, path }) => method === 'POST' && path === '/v1/webhook_endpoints');
    expect(created).toHaveLength(2);
    expect(new Set(created.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  });

  test('changes events, URL and state of its endpoint in place, and keeps the secret', async () => {
    await run(STRIPE_TEST_KEY);
    Object.assign(endpointsAtStripe()[0]!, {
      enabled_events: ['refund.created', 'customer.created'],
      status: 'disabled',
    });
    await run(undefined, 'https://new.example.com');
    expectOneWithItsSecret();
    expect(await differences('https://new.example.com')).toEqual([]);
    expect(endpointsAtStripe()[0]?.id).toBe('we_local1');
  });

  test('does not change the endpoint of a concurrent setup', async () => {
    await run(STRIPE_TEST_KEY);
    const theirs = secret;
    secret = JSON.stringify({ secret_key: STRIPE_TEST_KEY });
    const write = access.write;
    access.write = async (name, text) => {
      await write(name, text);
      if (text.includes('webhook_endpoint')) secret = theirs;
    };
    await run();
    access.write = write;
    expectOneWithItsSecret();
    expect(secret).toBe(theirs);
  });

  test('keeps a Mollie key that is stored or exchanged in the meantime', async () => {
    const mollie = { mollie_api_key: 'test_meanwhile' };
    const write = access.write;
    access.write = async (name, text) => {
      await write(name, text);
      if (text.includes('setup_attempt')) secret = JSON.stringify({ ...JSON.parse(text), ...mollie });
    };
    await run(STRIPE_TEST_KEY);
    access.write = write;
    expectOneWithItsSecret();
    expect(stored()).toMatchObject(mollie);
    const early = await readStored(access);
    secret = JSON.stringify({ ...stored(), mollie_api_key: 'test_exchanged' });
    await setUpEndpoint(setup(), early);
    expect(stored()).toMatchObject({ mollie_api_key: 'test_exchanged' });
  });

  test('without a key explains where to set it, and rejects invalid ones', async () => {
    await expect(run()).rejects.toThrow('--key-from-stdin');
    await expect(run('hello')).rejects.toThrow('begins with sk_ or rk_');
  });
});

describe('comparing the setup with Stripe', () => {
  test('reports each difference of the endpoint', async () => {
    await run(STRIPE_TEST_KEY);
    const [own] = endpointsAtStripe();
    stripe.books.desk.endpoints.set('we_other', { ...own!, id: 'we_other' });
    Object.assign(own!, {
      api_version: '2024-06-20',
      enabled_events: [...HANDLED_EVENTS.filter((type) => type !== 'refund.failed'), 'customer.created'],
      status: 'disabled',
      url: 'https://old.example.com/hook',
    });
    expect(await differences()).toEqual([
      `The webhook endpoint we_local1 sends to https://old.example.com/hook instead of ${URL_OF_NOTICES}.`,
      'The webhook endpoint we_local1 is disabled.',
      `The webhook endpoint we_local1 uses API version 2024-06-20, not ${STRIPE_API_VERSION}.`,
      'The webhook endpoint we_local1 does not send refund.failed.',
      'The webhook endpoint we_local1 sends customer.created, which are not used.',
      `The webhook endpoint we_other sends to ${URL_OF_NOTICES} too, signed with another secret.`,
    ]);
    Object.assign(own!, { api_version: null });
    expect(await differences()).toContain(
      `The webhook endpoint we_local1 uses the account's default API version, not ${STRIPE_API_VERSION}.`,
    );
    stripe.books.desk.endpoints.clear();
    expect(await differences()).toEqual([
      `No webhook endpoint at ${URL_OF_NOTICES} has the signing secret that is stored.`,
    ]);
  });

  test('reports missing payments, payouts, methods and currencies of the account, and leaves no payment page open', async () => {
    const offers = ['DKK', 'ISK', 'KWD'].map((currency) => ({
      currency,
      methods: ['card', 'mobilepay', 'vipps'] as PaymentMethodType[],
    }));
    const faults = () => accountFaults(stripeClient(STRIPE_TEST_KEY), BASE, offers);
    const { desk, sessions } = stripe.books;
    desk.paymentMethods = ['card', 'mobilepay'];
    expect(await faults()).toEqual([]);
    Object.assign(desk.account, { charges_enabled: false, payouts_enabled: false });
    desk.refusedCurrencies.add('isk');
    desk.paymentMethods = ['link', 'mobilepay'];
    expect(await faults()).toEqual([
      'The account cannot accept payments yet: finish its registration at Stripe.',
      'The account cannot receive payouts yet: finish its registration at Stripe.',
      'A payment page in DKK does not offer Card: allow it at Stripe.',
      'A payment page in ISK cannot be opened. Stripe says: Invalid currency: isk.',
      'A payment page in KWD does not offer Card: allow it at Stripe.',
    ]);
    // Klarna accepts at most 4,000 GBP.
    const klarna = { currency: 'GBP', methods: ['klarna'] satisfies PaymentMethodType[] };
    expect(await accountFaults(stripeClient(STRIPE_TEST_KEY), BASE, [klarna])).toContain(
      'A payment page in GBP does not offer Klarna: allow it at Stripe.',
    );
    expect([...sessions.values()].at(-1)?.amount_total).toBe(400_000);
    expect(sessions.size).toBeGreaterThan(0);
    expect([...sessions.values()].every(({ status }) => status === 'expired')).toBe(true);
  });
});
