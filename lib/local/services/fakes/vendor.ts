import { createHash } from 'node:crypto';
import { isCurrency } from '../../../../functions/platform/currencies.ts';
import { decimalText } from '../../../../functions/platform/decimals.ts';
import { json, type FakeHandler, type FakeReply, type FakeRequest } from './fake.ts';

/**
 * A local vendor: it accepts every code except those that end in `-NONE` (unknown) and `-USED` (claimed elsewhere), and
 * returns the same result for the same key. A code is worth 100.00 DKK, or its last part in smallest units, in the
 * currency before it: `VX-SPA-25000` is worth 250.00 DKK, `VX-SPA-EUR-25000` 250.00 EUR.
 */
export const prefix = '/_vendor';

const DEFAULT_MINOR = 10_000;

export const start = (): FakeHandler => {
  /** Idempotency key of the claim, by code. */
  const claims = new Map<string, string>();
  return (request) => handle(claims, request);
};

const handle = (claims: Map<string, string>, { method, path, headers }: FakeRequest): FakeReply => {
  const [, code = '', action] = /^\/codes\/([^/]+)(?:\/(claim))?$/.exec(path) ?? [];
  const name = decodeURIComponent(code).toUpperCase();
  if (name === '' || name.endsWith('-NONE')) return json(404, { message: 'No such code' });
  if (method === 'GET' && !action) return json(200, describe(name));
  if (method !== 'POST' || !action) return json(405, { message: 'Method not allowed' });
  const key = headers['idempotency-key'] ?? '';
  const claimedBy = name.endsWith('-USED') ? 'another' : claims.get(name);
  if (claimedBy !== undefined && claimedBy !== key) return json(409, { message: 'This code has been used' });
  claims.set(name, key);
  return json(200, { ...describe(name), claim_id: createHash('sha256').update(name).digest('hex').slice(0, 16) });
};

const describe = (code: string) => {
  const [, name = '', statedMinor] = /(?:-([A-Z]{3}))?(?:-(\d{3,8}))?$/.exec(code) ?? [];
  const currency = isCurrency(name) ? name : 'DKK';
  const minor = statedMinor === undefined ? DEFAULT_MINOR : Number(statedMinor);
  const amount = decimalText(minor, currency);
  return { code, title: 'Vendor voucher', amount, currency, valid_until: null };
};
