import * as z from 'zod/mini';
import { unavailable } from '../../platform/errors.ts';
import { late } from '../../platform/late.ts';
import { minorFromDecimal } from '../../platform/decimals.ts';
import type { VendorClaim, VendorCode, VendorPort } from './port.ts';

const TIMEOUT_MS = 5_000;

const answer = late(() =>
  z.object({
    code: z.string(),
    title: z.optional(z.nullable(z.string())),
    /** Decimal in the currency, as text or number. */
    amount: z.union([z.string(), z.number()]),
    currency: z.string(),
    valid_until: z.optional(z.nullable(z.string())),
  }),
);

/**
 * The vendor over HTTP: `GET {base_url}/codes/{code}` and `POST {base_url}/codes/{code}/claim` with an
 * `Idempotency-Key`. 404 is a code it does not know, 409 one that is taken; anything else but 200 counts as down.
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
      return { outcome: 'claimed', code: await readCode(response) };
    },
  };
};

const down = (cause: unknown) =>
  unavailable('vendor_unavailable', 'The vendor of this code does not answer. Try again.', 2, cause);

/** One attempt: the caller of ours is told to try again, and both calls bear it. */
const call = async (url: string, init: RequestInit): Promise<Response> => {
  let response: Response;
  try {
    response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    throw down(error);
  }
  if (response.status >= 500 || response.status === 429) throw down(`The vendor answered ${response.status}`);
  return response;
};

const readCode = async (response: Response): Promise<VendorCode> => {
  try {
    if (!response.ok) throw new Error(`The vendor answered ${response.status}`);
    const body = z.parse(answer(), await response.json());
    const amountMinor = minorFromDecimal(body.amount, body.currency);
    if (amountMinor === undefined) throw new Error('The vendor sent an amount that is none');
    return {
      code: body.code,
      title: body.title ?? null,
      amountMinor,
      currency: body.currency,
      validUntil: body.valid_until ?? null,
    };
  } catch (error) {
    throw down(error);
  }
};
