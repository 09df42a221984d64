import Stripe from 'stripe';
import { isMissing } from './call-stripe.ts';
import { STRIPE_API_VERSION } from './stripe-client.ts';
import { HANDLED_EVENTS } from './stripe-notices.ts';

type Endpoint = Stripe.WebhookEndpoint;

/** Path of the notification route. */
export const NOTICES_PATH = '/payments/stripe/notifications';

const DESCRIPTION = 'Gift Commerce API: payments, refunds and disputes';

/** The relevant webhook endpoints of the account. */
interface Endpoints {
  /** The endpoint whose signing secret is stored, even if its URL differs. */
  own: Endpoint | undefined;
  /** All other endpoints with the URL of this environment. */
  others: Endpoint[];
}

/**
 * Finds the relevant endpoints among all endpoints of the account. `ownId` is the id of the endpoint whose secret is
 * stored.
 */
export const listStripeEndpoints = async (
  client: Stripe,
  url: string,
  ownId: string | undefined,
): Promise<Endpoints> => {
  const endpoints: Endpoints = { own: undefined, others: [] };
  for await (const endpoint of client.webhookEndpoints.list({ limit: 100 })) {
    if (endpoint.id === ownId) endpoints.own = endpoint;
    else if (endpoint.url === url) endpoints.others.push(endpoint);
  }
  return endpoints;
};

/** Faults of the endpoints, one sentence each. */
export const stripeEndpointFaults = ({ own, others }: Endpoints, url: string): string[] => {
  const surplus = others.map(({ id }) => `The webhook endpoint ${id} sends to ${url} too, signed with another secret.`);
  if (!own) return [`No webhook endpoint at ${url} has the signing secret that is stored.`, ...surplus];
  return [...differencesOf(own, url).map((text) => `The webhook endpoint ${own.id} ${text}.`), ...surplus];
};

const differencesOf = (endpoint: Endpoint, url: string): string[] => {
  const handled: readonly string[] = HANDLED_EVENTS;
  const missing = handled.filter((type) => !endpoint.enabled_events.includes(type));
  const idle = endpoint.enabled_events.filter((type) => !handled.includes(type));
  return [
    ...(endpoint.url === url ? [] : [`sends to ${endpoint.url} instead of ${url}`]),
    ...(endpoint.status === 'enabled' ? [] : [`is ${endpoint.status}`]),
    ...(hasCurrentVersion(endpoint) ? [] : [`uses ${versionOf(endpoint)}, not ${STRIPE_API_VERSION}`]),
    ...(missing.length > 0 ? [`does not send ${missing.join(', ')}`] : []),
    ...(idle.length > 0 ? [`sends ${idle.join(', ')}, which are not used`] : []),
  ];
};

/** An endpoint without a version uses the default version of the account. */
const versionOf = ({ api_version }: Endpoint): string =>
  api_version === null ? "the account's default API version" : `API version ${api_version}`;

const hasCurrentVersion = ({ api_version }: Endpoint): boolean => api_version === STRIPE_API_VERSION;

/**
 * Updates an endpoint and keeps its secret. `must_be_recreated`: the API version cannot be changed on an existing
 * endpoint.
 */
export const updateStripeEndpoint = async (
  client: Stripe,
  endpoint: Endpoint,
  url: string,
): Promise<'unchanged' | 'updated' | 'must_be_recreated'> => {
  if (!hasCurrentVersion(endpoint)) return 'must_be_recreated';
  if (differencesOf(endpoint, url).length === 0) return 'unchanged';
  await client.webhookEndpoints.update(endpoint.id, { url, enabled_events: [...HANDLED_EVENTS], disabled: false });
  return 'updated';
};

/** A new endpoint with its secret, which Stripe returns only once. */
export interface CreatedStripeEndpoint {
  id: string;
  secret: string;
}

/**
 * Creates the endpoint with the idempotency key of an attempt. Stripe remembers the key for a day, during which a
 * repeated call returns the same endpoint and secret. Undefined if the attempt cannot be reused: it was for another URL
 * or other events, its endpoint was deleted, or Stripe did not return the secret.
 */
export const createStripeEndpoint = async (
  client: Stripe,
  url: string,
  attempt: string,
): Promise<CreatedStripeEndpoint | undefined> => {
  try {
    const { id, secret } = await client.webhookEndpoints.create(
      { url, enabled_events: [...HANDLED_EVENTS], api_version: STRIPE_API_VERSION, description: DESCRIPTION },
      { idempotencyKey: `webhook-endpoint:${attempt}` },
    );
    await client.webhookEndpoints.retrieve(id);
    return secret ? { id, secret } : undefined;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeIdempotencyError || isMissing(error)) return undefined;
    throw error;
  }
};

/** Deletes an endpoint. A missing one is not an error. */
export const deleteStripeEndpoint = async (client: Stripe, id: string): Promise<void> => {
  try {
    await client.webhookEndpoints.del(id);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
};
