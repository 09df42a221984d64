import Stripe from 'stripe';
import * as z from 'zod/mini';
import { config } from '../../platform/config.ts';
import { issuedSecret, secretText } from '../../platform/secret-store.ts';
import { warmMap } from '../../platform/warm-state.ts';
import { retryingClient } from './retrying-client.ts';

/**
 * Content of the payment secret: the API key, the signing secret of the webhook endpoint, and the previous signing
 * secret as long as notifications signed with it may arrive.
 */
const credentialsShape = z.object({
  secret_key: z.string().check(z.regex(/^(sk|rk)_(live|test)_\w+$/)),
  webhook_secret: z.string().check(z.startsWith('whsec_')),
  previous_webhook_secret: z.optional(z.string()),
  /** Id of the webhook endpoint of `webhook_secret`, if a command created it. */
  webhook_endpoint: z.optional(z.string()),
});
export type StripeCredentials = z.output<typeof credentialsShape>;

/** Parses the payment secret. Throws if it is not valid. */
export const parseStripeCredentials = (text: string): StripeCredentials => z.parse(credentialsShape, JSON.parse(text));

const fromStore = issuedSecret('payments', parseStripeCredentials);

export interface StripeAccess {
  client: Stripe;
  /** Signing secrets, newest first. */
  webhookSecrets: readonly string[];
}

/** API version of requests and notifications. It must be the version of the SDK's types. */
export const STRIPE_API_VERSION = '2026-10-28.endive';

const TIME_LIMIT_MS = 5000;

const clients = warmMap<string, Stripe>();

/**
 * Stripe with the credentials of this environment, from the secret `PAYMENT_SECRET_ARN`, or from `STRIPE_SECRET_KEY`
 * and `STRIPE_WEBHOOK_SECRET`. The secret is read again if the cached one is older than `olderThanMs`. Throws if there
 * are no credentials or their mode is wrong: production requires live keys, all other environments test keys. In tests,
 * `STRIPE_API_BASE` replaces the API's URL.
 */
export const stripeAccess = async (olderThanMs?: number): Promise<StripeAccess> => {
  const { secret_key: key, webhook_secret: newest, previous_webhook_secret: previous } = await credentials(olderThanMs);
  return { client: stripeClient(key), webhookSecrets: previous ? [newest, previous] : [newest] };
};

/** Whether this environment has a Stripe key. */
export const hasStripeKey = async (): Promise<boolean> => {
  const arn = process.env['PAYMENT_SECRET_ARN'];
  if (!arn) return Boolean(process.env['STRIPE_SECRET_KEY']);
  try {
    return z.safeParse(credentialsShape, JSON.parse(await secretText(arn))).success;
  } catch {
    return false;
  }
};

const credentials = async (olderThanMs?: number): Promise<StripeCredentials> => {
  const arn = process.env['PAYMENT_SECRET_ARN'];
  if (arn) return fromStore(arn, olderThanMs);
  const { STRIPE_SECRET_KEY: secret_key, STRIPE_WEBHOOK_SECRET: webhook_secret } = process.env;
  return z.parse(credentialsShape, { secret_key, webhook_secret });
};

/**
 * Returns the client for a key. Each key has one client, so that connections are reused. Throws for a key of the wrong
 * mode.
 */
export const stripeClient = (key: string): Stripe => {
  const isLive = key.includes('_live_');
  if (isLive !== (config.environment() === 'production')) {
    throw new Error(`A ${isLive ? 'live' : 'test'} Stripe key must not be used in ${config.environment()}`);
  }
  const name = `${key}\n${process.env['STRIPE_API_BASE'] ?? ''}`;
  const known = clients.get(name);
  if (known) return known;
  const client = new Stripe(key, {
    apiVersion: STRIPE_API_VERSION,
    // Looks up `fetch` at each call, so that tests can replace it.
    httpClient: retryingClient(
      Stripe.createFetchHttpClient((input: string | Request | URL, init?: RequestInit) => fetch(input, init)),
    ),
    timeout: TIME_LIMIT_MS,
    maxNetworkRetries: 0,
    telemetry: false,
    ...apiBase(),
  });
  clients.set(name, client);
  return client;
};

const apiBase = (): { protocol?: 'http' | 'https'; host?: string; port?: string } => {
  const base = process.env['STRIPE_API_BASE'];
  if (!base) return {};
  const { protocol, hostname: host, port } = new URL(base);
  return { protocol: protocol === 'http:' ? 'http' : 'https', host, port };
};
