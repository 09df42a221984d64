import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import type { StripeCredentials } from '../../functions/adapters/payments/stripe-client.ts';
import {
  stripeEndpointFaults,
  createStripeEndpoint,
  updateStripeEndpoint,
  NOTICES_PATH,
  listStripeEndpoints,
  deleteStripeEndpoint,
  type CreatedStripeEndpoint,
} from '../../functions/adapters/payments/stripe-endpoint.ts';
import { OpsError } from './command.ts';
import type { SecretAccess } from './secret-access.ts';
import { membersIn } from './stored-payments.ts';

/** The payment secret during setup. */
export type StoredSecret = Partial<StripeCredentials> & {
  secret_key: string;
  /** Key of an attempt to create an endpoint whose secret is not stored yet. */
  setup_attempt?: string;
};

interface StripeSetup {
  access: Pick<SecretAccess, 'target' | 'read' | 'write'>;
  client: Stripe;
  /** URL of the API, without a trailing slash. */
  baseUrl: string;
  print: (line: string) => void;
}

/** The stored secret; `newKey` replaces its Stripe key. */
export const readStored = async ({ read, target }: StripeSetup['access'], newKey?: string): Promise<StoredSecret> => {
  const stored = membersIn(await read('payments'));
  const key = newKey ?? stored.secret_key;
  if (!key) {
    const { unusedGateway } = await import('./unused-gateway.ts');
    throw new OpsError(
      `No Stripe key is stored in ${target}.`,
      ...(await unusedGateway('stripe')),
      'Give it on standard input: npm run ops -- stripe setup --key-from-stdin < FILE, with only the key in the file.',
    );
  }
  if (!/^(sk|rk)_(live|test)_\w+$/.test(key)) throw new OpsError('A Stripe key begins with sk_ or rk_.');
  return { ...stored, secret_key: key };
};

/**
 * Ensures that Stripe has one endpoint whose secret is stored. Stripe returns the secret only when the endpoint is
 * created, so the attempt is recorded first: after a crash, the command repeats the request with the same idempotency
 * key and receives the secret again. Other endpoints at the same URL are deleted only after the secret is stored. The
 * former secret is removed by the next run that finds no difference.
 */
export const setUpEndpoint = async (setup: StripeSetup, stored: StoredSecret): Promise<void> => {
  const { access, client, baseUrl, print } = setup;
  const url = `${baseUrl}${NOTICES_PATH}`;
  const { own, others } = await listStripeEndpoints(client, url, stored.webhook_endpoint);
  const outcome = own && stored.webhook_secret ? await updateStripeEndpoint(client, own, url) : 'must_be_recreated';
  const { setup_attempt: _ended, ...kept } = stored;
  if (own && outcome !== 'must_be_recreated') {
    const isAlone = outcome === 'unchanged' && others.length === 0;
    await store(setup, isAlone ? withoutFormer(kept) : kept);
    print(
      `The webhook endpoint ${own.id} ${outcome === 'unchanged' ? 'is as required' : 'was changed; its secret is unchanged'}.`,
    );
    if (isAlone && kept.previous_webhook_secret !== undefined)
      print('The former signing secret is no longer accepted.');
  } else {
    const endpoint = await createUnderAttempt(setup, stored, url);
    await store(setup, withEndpoint(kept, endpoint));
    print(`The webhook endpoint ${endpoint.id} was created; its secret is stored in ${access.target}.`);
  }
  await removeOthers(setup, url);
};

/** Keeps the former secret next to the new one, because notifications signed with it may still arrive. */
const withEndpoint = (stored: StoredSecret, endpoint: CreatedStripeEndpoint): StoredSecret => {
  const { webhook_secret: previous } = stored;
  const next = { ...stored, webhook_secret: endpoint.secret, webhook_endpoint: endpoint.id };
  return previous === undefined || previous === endpoint.secret ? next : { ...next, previous_webhook_secret: previous };
};

/**
 * Removes the former secret once no notification is signed with it, because it could be used to forge notifications.
 */
const withoutFormer = ({ previous_webhook_secret: _former, ...stored }: StoredSecret): StoredSecret => stored;

/** Reads the secret again before storing it, because it also contains the Mollie key, which may have changed. */
const store = async ({ access }: StripeSetup, stored: StoredSecret): Promise<void> => {
  const before = await access.read('payments');
  const { mollie_api_key: mollie } = membersIn(before);
  const text = JSON.stringify({ ...stored, ...(mollie === undefined ? {} : { mollie_api_key: mollie }) });
  if (before !== text) await access.write('payments', text);
};

const createUnderAttempt = async (
  setup: StripeSetup,
  stored: StoredSecret,
  url: string,
): Promise<CreatedStripeEndpoint> => {
  const interruptedAttempt = stored.setup_attempt;
  const repeated =
    interruptedAttempt === undefined ? undefined : await createStripeEndpoint(setup.client, url, interruptedAttempt);
  const endpoint = repeated ?? (await createStripeEndpoint(setup.client, url, await beginAttempt(setup, stored)));
  if (!endpoint)
    throw new OpsError(
      'Another process deletes the endpoint that this command creates at Stripe. Run the command again.',
    );
  return endpoint;
};

const beginAttempt = async (setup: StripeSetup, stored: StoredSecret): Promise<string> => {
  const attempt = randomUUID();
  await store(setup, { ...stored, setup_attempt: attempt });
  return attempt;
};

/** Reads the stored endpoint again, so that it does not delete one that another operator has just set up. */
const removeOthers = async ({ access, client, print }: StripeSetup, url: string): Promise<void> => {
  const { webhook_endpoint: kept } = membersIn(await access.read('payments'));
  const { own, others } = await listStripeEndpoints(client, url, kept);
  if (!own) return;
  for (const { id } of others) {
    await deleteStripeEndpoint(client, id);
    print(
      `The former webhook endpoint ${id} was removed. Notices that it had not delivered are found by: npm run ops -- reconcile`,
    );
  }
};

/** Differences between the endpoint at Stripe and the events that the code handles, one sentence each. */
export const endpointDifferences = async ({
  access,
  client,
  baseUrl,
}: Omit<StripeSetup, 'print'>): Promise<string[]> => {
  const stored = membersIn(await access.read('payments'));
  const url = `${baseUrl}${NOTICES_PATH}`;
  const faults = stripeEndpointFaults(
    await listStripeEndpoints(client, url, stored.webhook_secret ? stored.webhook_endpoint : undefined),
    url,
  );
  return stored.setup_attempt === undefined
    ? faults
    : ['A setup was interrupted. Continue it: npm run ops -- stripe setup', ...faults];
};
