import { nameSubject } from '../../../platform/cause.ts';
import { nowMs } from '../../../platform/clock.ts';
import type { Write } from '../../../storage/transactions.ts';
import type { Scope } from '../../../platform/scopes.ts';
import { addKey } from './live-keys-limit.ts';
import { apiKeyIndex, apiKeyKey, type ApiKeyRow, type KeyStatus } from './rows.ts';
import { newApiKey, numericIdOf, parseApiKey, type KeyMode } from './rules.ts';
import { DAY_MS } from '../../../platform/durations.ts';

export interface NewKey {
  company: string;
  status: KeyStatus;
  label: string;
  mode: KeyMode;
  scopes: readonly Scope[];
  /** 1 to 365; absent: the key does not expire. */
  expiresInDays?: number | undefined;
  /** Latest time of expiry, regardless of `expiresInDays`; absent: no limit. */
  endsByMs?: number | undefined;
  /** v1 user that owns the key's items. */
  createdBy?: string | undefined;
}

/** Removes fractional seconds, because responses show the expiry in seconds. */
const wholeSecond = (epochMs: number): number => epochMs - (epochMs % 1000);

const expiryOf = ({ expiresInDays, endsByMs = Infinity }: NewKey, createdAtMs: number): { expiresAtMs?: number } => {
  const requestedEndMs = expiresInDays === undefined ? Infinity : wholeSecond(createdAtMs) + expiresInDays * DAY_MS;
  const expiresAtMs = Math.min(requestedEndMs, endsByMs);
  return expiresAtMs === Infinity ? {} : { expiresAtMs };
};

/**
 * Creates and stores a key if `checks` pass. Only this result contains the plain text. Throws 422 on `label` if the
 * company has 100 live keys.
 */
export const createKey = async (
  input: NewKey,
  checks: readonly Write[] = [],
): Promise<{ key: string; row: ApiKeyRow }> => {
  const key = newApiKey(input.mode);
  const presented = parseApiKey(key);
  if (!presented) throw new Error('The new key does not have the format of a key');
  const createdAtMs = nowMs();
  const numericId = numericIdOf(presented.keyId);
  const row: ApiKeyRow = {
    ...apiKeyKey(presented.keyId),
    ...apiKeyIndex(input.company, numericId),
    type: 'api-key',
    v: 1,
    keyId: presented.keyId,
    numericId,
    company: input.company,
    ...input.status,
    label: input.label,
    mode: input.mode,
    scopes: [...new Set(input.scopes)],
    secretHash: presented.secretHash,
    attributed: true,
    ...(input.createdBy === undefined ? {} : { createdBy: input.createdBy }),
    createdAtMs,
    ...expiryOf(input, createdAtMs),
    tatMs: 0,
  };
  nameSubject({ id: String(numericId), label: input.label });
  await addKey(row, checks);
  return { key, row };
};
