import { nowMs } from '../../../platform/clock.ts';
import { ApiError } from '../../../platform/errors.ts';
import { isEqualInConstantTime } from '../../../platform/secrets.ts';
import { warmMap } from '../../../platform/warm-state.ts';
import { getRow } from '../../../storage/table.ts';
import { Gcra, GcraExceeded } from '../../../storage/limits/gcra.ts';
import { apiKeyKey, type ApiKeyRow } from './rows.ts';
import { parseApiKey, type PresentedKey } from './rules.ts';
import {
  REQUEST_WINDOW_MS,
  RequestRateExceeded,
  requestRateAt,
  REQUEST_COST_MS,
  type RequestRate,
} from '../../../platform/request-rate.ts';
import { rowOfType } from '../../../storage/row-of-type.ts';
import { consumeCompanyLimit } from './company-rate-limit.ts';
import { assertCanTryKeys, consumeWrongKeyLimit } from './wrong-keys.ts';
import { bearerOf } from '../../../platform/bearer.ts';

export interface AuthenticatedKey {
  key: ApiKeyRow;
  requestRate: RequestRate;
}

/** The default challenge reports an invalid key; a request without a key gets a plain challenge (RFC 6750). */
const unauthorized = (message: string, challenge = 'Bearer error="invalid_token"'): ApiError =>
  new ApiError(401, 'unauthorized', message, { headers: { 'WWW-Authenticate': challenge } });

/** The response for every kind of invalid key, so that it does not reveal the reason. */
export const keyRefused = (): ApiError => unauthorized('The API key is not valid, has expired or was revoked.');

const limits = new Gcra<ApiKeyRow>();
const knownKeys = warmMap<string, ApiKeyRow>();
const REMEMBERED_KEYS = 1000;

/**
 * Cached hashes of keys. While a hash is fresh, wrong secrets are refused without a write to the key's row. A correct
 * secret always writes, so a revocation is effective immediately. A new secret of the same key is accepted once the
 * cached hash has expired.
 */
const freshHashes = warmMap<string, { secretHash: string; untilMs: number }>();
const FRESH_MS = 30_000;

const isKnownWrong = ({ keyId, secretHash }: PresentedKey): boolean => {
  const known = freshHashes.get(keyId);
  return known !== undefined && known.untilMs > nowMs() && !isEqualInConstantTime(known.secretHash, secretHash);
};

const rememberHash = ({ keyId, secretHash }: ApiKeyRow): void => {
  if (freshHashes.size >= REMEMBERED_KEYS) freshHashes.clear();
  freshHashes.set(keyId, { secretHash, untilMs: nowMs() + FRESH_MS });
};

const rememberKey = (key: ApiKeyRow): void => {
  if (knownKeys.size >= REMEMBERED_KEYS) knownKeys.clear();
  knownKeys.set(key.keyId, key);
  rememberHash(key);
};

const isPresented = (row: ApiKeyRow, { mode, secretHash }: PresentedKey): boolean =>
  row.mode === mode && isEqualInConstantTime(row.secretHash, secretHash);

const hasEnded = ({ revokedAtMs, expiresAtMs = Infinity }: ApiKeyRow, now: number): boolean =>
  revokedAtMs !== undefined || expiresAtMs <= now;

/** The cached row of a key that this process has authenticated with the same id, mode and secret. */
const knownKey = (presented: PresentedKey): ApiKeyRow | undefined => {
  const known = knownKeys.get(presented.keyId);
  return known && isPresented(known, presented) ? known : undefined;
};

/**
 * Reads the row of a key that this process has not authenticated yet, so that an invalid key causes no write to a key's
 * row. Failures count against the limit for the caller's IP address. Throws 401 `unauthorized` and 429 `rate_limited`.
 */
const assertExists = async (presented: PresentedKey, address: string): Promise<void> => {
  assertCanTryKeys(address);
  const row = await getRow<ApiKeyRow>(apiKeyKey(presented.keyId), { consistent: true });
  if (row) rememberHash(row);
  if (row && isPresented(row, presented) && !hasEnded(row, nowMs())) return;
  await consumeWrongKeyLimit(address);
  throw keyRefused();
};

/**
 * The cached key, if the caller presents the same secret. This is sufficient to start reads concurrently with the
 * authentication, but not to respond or to write.
 */
export const recallKey = (authorization: string | undefined): ApiKeyRow | undefined => {
  const presented = parseApiKey(bearerOf(authorization) ?? '');
  return presented && knownKey(presented);
};

/**
 * Authenticates a bearer key, counts one request against its rate limit and sets its last use, in one conditional
 * update. A wrong secret writes nothing, and a revocation is effective immediately
 * (lib/reference/requests.md#rate-limit). `address`: IP address of the caller. The request also counts against the
 * limit of the key's company. Throws 401 `unauthorized`, 429 `rate_limited`, and 503 `service_busy` if too many
 * requests update the key at the same time.
 */
export const authenticate = async (authorization: string | undefined, address: string): Promise<AuthenticatedKey> => {
  const bearer = bearerOf(authorization);
  if (!bearer) throw unauthorized('Send an API key in the header Authorization: Bearer <API_KEY>.', 'Bearer');
  const presented = parseApiKey(bearer);
  if (!presented) throw unauthorized('The API key is not valid.');
  if (isKnownWrong(presented)) throw keyRefused();
  if (!knownKey(presented)) await assertExists(presented, address);
  try {
    const { row, atMs } = await spend(presented);
    rememberKey(row);
    await consumeCompanyLimit(row.company);
    return { key: row, requestRate: requestRateAt(row.tatMs, atMs) };
  } catch (error) {
    if (!(error instanceof GcraExceeded)) throw error;
    throw new RequestRateExceeded(requestRateAt(error.tatMs, error.atMs), error.retryAfterSeconds);
  }
};

const spend = (presented: PresentedKey): Promise<{ row: ApiKeyRow; atMs: number }> =>
  limits.spend({
    name: presented.keyId,
    costMs: REQUEST_COST_MS,
    windowMs: REQUEST_WINDOW_MS,
    update: ({ assignment, condition, values }) => ({
      key: apiKeyKey(presented.keyId),
      update: `SET ${assignment}, lastUsedAtMs = :now`,
      condition:
        'secretHash = :hash AND #mode = :mode AND attribute_not_exists(revokedAtMs)' +
        ` AND (attribute_not_exists(expiresAtMs) OR expiresAtMs > :now) AND ${condition}`,
      names: { '#mode': 'mode' },
      values: { ':hash': presented.secretHash, ':mode': presented.mode, ...values },
    }),
    readTatMs: (row, atMs) => refusedTatMs(presented, rowOfType<ApiKeyRow>('api-key', row), atMs),
    busy: () =>
      new ApiError(503, 'service_busy', 'Too many requests of this key at once. Try again.', {
        headers: { 'Retry-After': '1' },
      }),
  });

/**
 * The theoretical arrival time of a key whose update was refused because of its rate limit. Throws 401 for an invalid
 * key.
 */
const refusedTatMs = (presented: PresentedKey, row: ApiKeyRow | undefined, now: number): number => {
  const known = row && isPresented(row, presented);
  if (!known || hasEnded(row, now)) {
    limits.forget(presented.keyId);
    if (known) knownKeys.delete(presented.keyId);
    else if (row) rememberHash(row);
    throw keyRefused();
  }
  return row.tatMs;
};
