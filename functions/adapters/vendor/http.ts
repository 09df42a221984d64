import * as z from 'zod/mini';
import { config } from '../../platform/config.ts';
import { unavailable } from '../../platform/errors.ts';
import { minorFromDecimal } from '../../platform/decimals.ts';
import { requestOutside, type OutsideResponse } from '../outside/request-outside.ts';
import type { VendorClaim, VendorCode, VendorPort } from './port.ts';

const TIMEOUT_MS = 5_000;

const reply = z.object({
  code: z.string(),
  title: z.optional(z.nullable(z.string())),
  /** A decimal in the currency, as text or number. */
  amount: z.union([z.string(), z.number()]),
  currency: z.string(),
  valid_until: z.optional(z.nullable(z.string())),
});

/**
 * A vendor that is called over HTTP: `GET {base_url}/codes/{code}` and `POST {base_url}/codes/{code}/claim` with an
 * `Idempotency-Key`. 404 means that the code is unknown, and 409 to a claim that it is taken. Any other status outside
 * 200 to 299 counts as an outage.
 */
export const httpVendor = (baseUrl: string): VendorPort => {
  const address = (code: string): string => `${baseUrl.replace(/\/+$/, '')}/codes/${encodeURIComponent(code)}`;
  return {
    find: async (code) => {
      const response = await call(address(code), { method: 'GET' });
      return response.status === 404 ? undefined : readCode(response);
    },
    claim: async (code, key): Promise<VendorClaim> => {
      const response = await call(`${address(code)}/claim`, { method: 'POST', headers: { 'Idempotency-Key': key } });
      if (response.status === 404) return { outcome: 'unknown' };
      if (response.status === 409) return { outcome: 'taken' };
      return { outcome: 'claimed', code: readCode(response) };
    },
  };
};

const down = (cause: unknown) =>
  unavailable('vendor_unavailable', 'The vendor of this code does not answer. Try again.', 2, cause);

/** Maximum size of a response in bytes. */
const RESPONSE_MAX_BYTES = 64 * 1024;

/** A request to a vendor. */
interface VendorCall {
  method: 'GET' | 'POST';
  headers?: Record<string, string>;
}

/**
 * Sends a request without retries. The client of the API gets an error and can retry, because both requests are
 * idempotent.
 */
const call = async (url: string, init: VendorCall): Promise<OutsideResponse> => {
  const response = await vendorCalls.send(url, init).catch((error: unknown) => {
    throw down(error);
  });
  if (response.status >= 500 || response.status === 429)
    throw down(new Error(`The vendor responded with ${response.status}`));
  return response;
};

const callVendor = (url: string, init: VendorCall): Promise<OutsideResponse> =>
  requestOutside({
    url,
    ...init,
    maxBytes: RESPONSE_MAX_BYTES,
    timeoutMs: TIMEOUT_MS,
    allowsLoopback: config.allowsLoopbackWebhooks(),
  });

const isTestVendor = (url: string): boolean => {
  const testVendor = config.vendorBaseUrl();
  return testVendor !== undefined && url.startsWith(`${testVendor}/`);
};

/** Calls the URL that replaces all vendors in this environment. Any URL is allowed. */
const callTestVendor = async (url: string, init: VendorCall): Promise<OutsideResponse> => {
  const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  const contentType = response.headers.get('content-type') ?? undefined;
  return { status: response.status, contentType, bytes: Buffer.from(await response.arrayBuffer()) };
};

/** All calls to vendors. The local service replaces `send` to simulate failures. */
export const vendorCalls = {
  send: (url: string, init: VendorCall): Promise<OutsideResponse> =>
    isTestVendor(url) ? callTestVendor(url, init) : callVendor(url, init),
};

const readCode = (response: OutsideResponse): VendorCode => {
  try {
    if (response.status < 200 || response.status > 299) throw new Error(`The vendor responded with ${response.status}`);
    const body = z.parse(reply, JSON.parse(response.bytes.toString('utf8')));
    const amountMinor = minorFromDecimal(body.amount, body.currency);
    if (amountMinor === undefined) throw new Error('The vendor sent an invalid amount');
    return {
      code: body.code,
      // Half of a character, from a title that the vendor cut, cannot be stored.
      title: body.title?.toWellFormed() ?? null,
      amountMinor,
      currency: body.currency,
      validUntil: body.valid_until ?? null,
    };
  } catch (error) {
    throw down(error);
  }
};
