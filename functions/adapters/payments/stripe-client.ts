import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import Stripe from 'stripe';
import * as z from 'zod/mini';
import { config } from '../../platform/config.ts';

/** Content of the payment secret: the API key and the signing secret of the webhook endpoint. */
const credentialsShape = z.object({
  secret_key: z.string().check(z.regex(/^(sk|rk)_(live|test)_\w+$/)),
  webhook_secret: z.string().check(z.startsWith('whsec_')),
});

export interface StripeAccess {
  client: Stripe;
  webhookSecret: string;
}

const TIME_LIMIT_MS = 5000;

/** By what it was made from, so that a function instance reads its secret once. */
const made = new Map<string, Promise<StripeAccess>>();

/**
 * Stripe with the credentials of this environment: from the secret `PAYMENT_SECRET_ARN`, or from `STRIPE_SECRET_KEY`
 * and `STRIPE_WEBHOOK_SECRET`. `STRIPE_API_BASE` moves the API for tests. Throws when the credentials are absent, or
 * when they are for the other kind of money: production takes live payments only, and everything else test payments.
 */
export const stripeAccess = (): Promise<StripeAccess> => {
  const name = ['PAYMENT_SECRET_ARN', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_BASE', 'ENVIRONMENT']
    .map((variable) => process.env[variable] ?? '')
    .join('\n');
  const known = made.get(name);
  if (known) return known;
  const access = make();
  made.set(name, access);
  // A failure is not remembered: the next request tries again.
  access.catch(() => made.delete(name));
  return access;
};

const make = async (): Promise<StripeAccess> => {
  const { secret_key: key, webhook_secret: webhookSecret } = await credentials();
  const isLive = key.includes('_live_');
  if (isLive !== (config.environment() === 'production')) {
    throw new Error(`A ${isLive ? 'live' : 'test'} key of Stripe must not be used in ${config.environment()}`);
  }
  const client = new Stripe(key, {
    // Looks fetch up at each call, so that whatever stands in for it later counts.
    httpClient: Stripe.createFetchHttpClient((input: string | Request | URL, init?: RequestInit) => fetch(input, init)),
    timeout: TIME_LIMIT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    ...apiBase(),
  });
  return { client, webhookSecret };
};

const credentials = async (): Promise<z.output<typeof credentialsShape>> => {
  const arn = process.env['PAYMENT_SECRET_ARN'];
  if (!arn) {
    const { STRIPE_SECRET_KEY: secret_key, STRIPE_WEBHOOK_SECRET: webhook_secret } = process.env;
    return z.parse(credentialsShape, { secret_key, webhook_secret });
  }
  const { SecretString } = await new SecretsManagerClient({}).send(new GetSecretValueCommand({ SecretId: arn }));
  return z.parse(credentialsShape, JSON.parse(SecretString ?? '{}'));
};

const apiBase = (): { protocol?: 'http' | 'https'; host?: string; port?: string } => {
  const base = process.env['STRIPE_API_BASE'];
  if (!base) return {};
  const { protocol, hostname: host, port } = new URL(base);
  return { protocol: protocol === 'http:' ? 'http' : 'https', host, port };
};
