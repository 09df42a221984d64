import { nowMs } from '../../../platform/clock.ts';
import { ApiError } from '../../../platform/errors.ts';
import { equalInConstantTime } from '../../../platform/secrets.ts';
import { warmMap } from '../../../platform/warm-state.ts';
import { getRow } from '../../../storage/table.ts';
import { Gcra, GcraExceeded } from '../../../storage/limits/gcra.ts';
import { apiKeyKey, type ApiKeyRow } from './rows.ts';
import { parseApiKey, type PresentedKey } from './rules.ts';
import {
  BUDGET_WINDOW_MS,
  BudgetEmpty,
  budgetAt,
  REQUEST_COST_MS,
  type Budget,
} from '../../../platform/request-budget.ts';
import { rowOfType } from '../../../storage/row-of-type.ts';
import { assertMayTryKeys, countWrongKey } from './wrong-keys.ts';

export interface Authenticated {
  key: ApiKeyRow;
  budget: Budget;
}

/**
 * A request without a key learns how to send one; one with an invalid key also learns that the key is the reason (RFC
 * 6750).
 */
const unauthorized = (message: string, challenge = 'Bearer error="invalid_token"'): ApiError =>
  new ApiError(401, 'unauthorized', message, { headers: { 'WWW-Authenticate': challenge } });

/** The response for a key that does not count, whatever the reason: it reveals nothing. */
export const keyRefused = (): ApiError => unauthorized('The API key is not valid, has expired or was revoked.');

const limits = new Gcra<ApiKeyRow>();
const knownKeys = warmMap<string, ApiKeyRow>();
const REMEMBERED_KEYS = 1000;

/**
 * The hash that a key had in the last answer of the table. While it is fresh, wrong secrets cost no write on the row of the key. A right secret always takes the write, so a revocation counts at once; another secret for the same key counts after it.
 */
const freshHashes = warmMap<string, { secretHash: string; untilMs: number }>();
const FRESH_MS = 30_000;

const isKnownWrong = ({ keyId, secretHash }: PresentedKey): boolean => {
  const known = freshHashes.get(keyId);
  return known !== undefined && known.untilMs > nowMs() && !equalInConstantTime(known.secretHash, secretHash);
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
  row.mode === mode && equalInConstantTime(row.secretHash, secretHash);

const hasEnded = ({ revokedAtMs, expiresAtMs = Infinity }: ApiKeyRow, now: number): boolean =>
  revokedAtMs !== undefined || expiresAtMs <= now;

/** The key that last passed here with the same id, mode and secret. */
const knownKey = (presented: PresentedKey): ApiKeyRow | undefined => {
  const known = knownKeys.get(presented.keyId);
  return known && isPresented(known, presented) ? known : undefined;
};

/**
 * Reads the row of a key that has not passed in this process, so that an unknown key, a wrong secret or a revoked key writes
 * nothing on a row of a key. What is wrong counts for the address of its caller. Throws 401 `unauthorized` and 429 `rate_limited`.
 */
const assertExists = async (presented: PresentedKey, address: string): Promise<void> => {
  assertMayTryKeys(address);
  const found = await getRow<ApiKeyRow>(apiKeyKey(presented.keyId), { consistent: true });
  if (found) rememberHash(found);
  if (found && isPresented(found, presented) && !hasEnded(found, nowMs())) return;
  await countWrongKey(address);
  throw keyRefused();
};

/**
 * The key as it last passed in this process, when the caller presents the same secret: enough to start reads
 * concurrently with the authentication, never enough to respond or to write.
 */
export const recallKey = (authorization: string | undefined): ApiKeyRow | undefined => {
  const presented = parseApiKey(bearerOf(authorization) ?? '');
  return presented && knownKey(presented);
};

export const bearerOf = (authorization: string | undefined): string | undefined =>
  /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];

/**
 * Authenticates a bearer key, spends one request of its budget and stamps its last use, in one conditional update: a
 * wrong secret touches nothing, and a revocation counts at once (lib/reference/requests.md#budget). `address` is that of
 * the caller. Throws 401 `unauthorized` and 429 `rate_limited`.
 */
export const authenticate = async (authorization: string | undefined, address: string): Promise<Authenticated> => {
  const bearer = bearerOf(authorization);
  if (!bearer) throw unauthorized('Send an API key in the header Authorization: Bearer <API_KEY>.', 'Bearer');
  const presented = parseApiKey(bearer);
  if (!presented) throw unauthorized('The API key is not valid.');
  if (isKnownWrong(presented)) throw keyRefused();
  if (!knownKey(presented)) await assertExists(presented, address);
  try {
    const { row, atMs } = await spend(presented);
    rememberKey(row);
    return { key: row, budget: budgetAt(row.tatMs, atMs) };
  } catch (error) {
    if (!(error instanceof GcraExceeded)) throw error;
    throw new BudgetEmpty(budgetAt(error.tatMs, error.atMs), error.retryAfterSeconds);
  }
};

const spend = (presented: PresentedKey): Promise<{ row: ApiKeyRow; atMs: number }> =>
  limits.spend({
    name: presented.keyId,
    costMs: REQUEST_COST_MS,
    windowMs: BUDGET_WINDOW_MS,
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

/** The arrival time of a key whose budget refused the update. Throws 401 for a key that is not valid. */
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
