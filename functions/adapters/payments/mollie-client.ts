import * as z from 'zod/mini';
import { config } from '../../platform/config.ts';
import { issuedSecret, secretText } from '../../platform/secret-store.ts';
import { GatewayUnavailable } from './port.ts';
import { callWithRetries } from './retry-calls.ts';

const KEY = /^(live|test)_\w{8,}$/;
/** Mollie's part of the payment secret. It has no signing secret, because Mollie's notifications are not signed. */
const credentialsShape = z.object({ mollie_api_key: z.string().check(z.regex(KEY)) });

export const isMollieKey = (text: string): boolean => KEY.test(text);

/** Parses Mollie's part of the payment secret. Throws if it is not valid. */
export const parseMollieCredentials = (text: string): z.output<typeof credentialsShape> =>
  z.parse(credentialsShape, JSON.parse(text));

const fromStore = issuedSecret('payments', parseMollieCredentials);

/**
 * The key of this environment, from `MOLLIE_API_KEY` or from the secret `PAYMENT_SECRET_ARN`. Throws if there is no key
 * or its mode is wrong: production requires a live key, all other environments a test key.
 */
const apiKey = async (): Promise<string> => {
  const localKey = process.env['MOLLIE_API_KEY'];
  if (localKey) return assertMollieMode(localKey);
  const arn = process.env['PAYMENT_SECRET_ARN'];
  if (!arn) throw new Error('There is no Mollie API key');
  return assertMollieMode((await fromStore(arn)).mollie_api_key);
};

/** Whether this environment has a Mollie key. */
export const hasMollieKey = async (): Promise<boolean> => {
  if (process.env['MOLLIE_API_KEY']) return true;
  const arn = process.env['PAYMENT_SECRET_ARN'];
  return arn !== undefined && arn !== '' && isCredentials(await secretText(arn));
};

const isCredentials = (text: string): boolean => {
  try {
    return z.safeParse(credentialsShape, JSON.parse(text)).success;
  } catch {
    return false;
  }
};

/** Returns the key. Throws if its mode (live or test) does not match this environment. */
export const assertMollieMode = (key: string): string => {
  const isLive = key.startsWith('live_');
  if (isLive === (config.environment() === 'production')) return key;
  throw new Error(`A ${isLive ? 'live' : 'test'} Mollie key must not be used in ${config.environment()}`);
};

/** Thrown if Mollie refuses a request. */
export class MollieRefusal extends Error {
  readonly status: number;
  /** The invalid member of the request, such as `amount`. */
  readonly field: string | undefined;

  constructor(status: number, detail: string, field: string | undefined) {
    super(detail);
    this.name = 'MollieRefusal';
    this.status = status;
    this.field = field;
  }
}

interface MollieCall {
  method: 'GET' | 'POST' | 'DELETE';
  /** Path below `/v2`, with its query. */
  path: string;
  body?: object;
  /** Idempotency key. Mollie remembers it for an hour. */
  idempotencyKey?: string;
  /** Default: the key of the environment. */
  key?: string;
}

const TIME_LIMIT_MS = 5000;
/** Only rate limits are retried. A 409 from Mollie is final, for example for a refund that was already made. */
const RETRIED = [429];
/** Statuses that mean that Mollie refuses the request. */
const REFUSALS = new Set([400, 404, 409, 410, 422]);

const fault = z.object({ detail: z.optional(z.string()), field: z.optional(z.string()) });

interface MollieResponse {
  status: number;
  retryAfter: string | undefined;
  text: string;
}

/**
 * Calls Mollie and parses the response. Throws `MollieRefusal` if Mollie refuses the request, and `GatewayUnavailable`
 * if there is no valid response. In tests, `MOLLIE_API_BASE` replaces the API's URL.
 */
export const callMollie = async <T extends z.ZodMiniType>(call: MollieCall, shape: T): Promise<z.output<T>> => {
  try {
    const key = call.key ?? (await apiKey());
    const response = await callWithRetries({
      attempt: (leftMs) => sendOnce(call, key, leftMs),
      read: (each) => each,
      retried: RETRIED,
    });
    if (REFUSALS.has(response.status)) throw refusalIn(response);
    if (response.status < 200 || response.status > 299) throw new Error(`Mollie responded with ${response.status}`);
    return z.parse(shape, response.text === '' ? {} : JSON.parse(response.text));
  } catch (error) {
    if (error instanceof MollieRefusal || error instanceof GatewayUnavailable) throw error;
    throw new GatewayUnavailable('Mollie did not answer', error);
  }
};

const sendOnce = async (
  { method, path, body, idempotencyKey }: MollieCall,
  key: string,
  leftMs: number,
): Promise<MollieResponse> => {
  const response = await fetch(`${process.env['MOLLIE_API_BASE'] ?? 'https://api.mollie.com'}/v2${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      Accept: 'application/hal+json',
      ...(body ? { 'Content-Type': 'application/json' } : {}),
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(Math.min(TIME_LIMIT_MS, leftMs)),
    redirect: 'error',
  });
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after') ?? undefined,
    text: await response.text(),
  };
};

const refusalIn = ({ status, text }: MollieResponse): MollieRefusal => {
  const { detail = `Mollie answered ${status}.`, field } = z.parse(fault, JSON.parse(text));
  return new MollieRefusal(status, detail, field);
};
