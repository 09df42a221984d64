import { nowMs } from '../../../platform/clock.ts';
import { ApiError } from '../../../platform/errors.ts';
import { equalInConstantTime } from '../../../platform/secrets.ts';
import { warmMap } from '../../../platform/warm-state.ts';
import { ConditionFailed, getRow, updateRow } from '../../../storage/table.ts';
import { pause } from '../../../storage/retry.ts';
import { BudgetEmpty } from '../../../platform/request-budget.ts';
import { apiKeyKey, type ApiKeyRow } from './rows.ts';
import { parseApiKey, type PresentedKey } from './rules.ts';
import { budgetAt, REQUEST_COST_MS, TAT_AHEAD_MAX_MS, type Budget } from '../../../platform/request-budget.ts';
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

/**
 * The update has two forms, because no update expression can take the larger of two numbers: one for a key that has
 * been idle, one for a key in use. The last arrival time seen here tells which to try; a wrong guess costs one call.
 */
const lastSeenTatMs = warmMap<string, number>();
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

const remember = (keyId: string, tatMs: number): void => {
  if (lastSeenTatMs.size >= REMEMBERED_KEYS) {
    lastSeenTatMs.clear();
    knownKeys.clear();
  }
  lastSeenTatMs.set(keyId, tatMs);
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

/** Wrong guesses of one request before it gets 503. */
const ATTEMPTS = 12;

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
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    // Many at once on an idle key guess wrong together: spread out, they agree.
    if (attempt > 1) await pause(attempt);
    const now = nowMs();
    const idle = (lastSeenTatMs.get(presented.keyId) ?? 0) <= now;
    if (idle) remember(presented.keyId, now + REQUEST_COST_MS);
    try {
      const key = await spend(presented, now, idle);
      remember(presented.keyId, key.tatMs);
      knownKeys.set(presented.keyId, key);
      rememberHash(key);
      return { key, budget: budgetAt(key.tatMs, now) };
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      const tatMs = refusedTatMs(presented, rowOfType<ApiKeyRow>('api-key', error.row), now);
      remember(presented.keyId, tatMs);
    }
  }
  throw new ApiError(503, 'service_busy', 'Too many requests of this key at once. Try again.', {
    headers: { 'Retry-After': '1' },
  });
};

const spend = (presented: PresentedKey, now: number, idle: boolean): Promise<ApiKeyRow> =>
  updateRow<ApiKeyRow>({
    key: apiKeyKey(presented.keyId),
    update: idle ? 'SET tatMs = :next, lastUsedAtMs = :now' : 'SET tatMs = tatMs + :cost, lastUsedAtMs = :now',
    condition:
      'secretHash = :hash AND #mode = :mode AND attribute_not_exists(revokedAtMs)' +
      ' AND (attribute_not_exists(expiresAtMs) OR expiresAtMs > :now)' +
      (idle ? ' AND tatMs <= :now' : ' AND tatMs BETWEEN :now AND :last'),
    names: { '#mode': 'mode' },
    values: {
      ':hash': presented.secretHash,
      ':mode': presented.mode,
      ':now': now,
      ...(idle ? { ':next': now + REQUEST_COST_MS } : { ':cost': REQUEST_COST_MS, ':last': now + TAT_AHEAD_MAX_MS }),
    },
  });

/** Says why the update was refused, by throwing; or returns the arrival time when the guess was wrong. */
const refusedTatMs = (presented: PresentedKey, row: ApiKeyRow | undefined, now: number): number => {
  const known = row && isPresented(row, presented);
  if (!known || hasEnded(row, now)) {
    lastSeenTatMs.delete(presented.keyId);
    if (known) knownKeys.delete(presented.keyId);
    else if (row) rememberHash(row);
    throw keyRefused();
  }
  const aheadMs = row.tatMs - now;
  if (aheadMs > TAT_AHEAD_MAX_MS) throw new BudgetEmpty(budgetAt(row.tatMs, now), aheadMs - TAT_AHEAD_MAX_MS);
  return row.tatMs;
};
