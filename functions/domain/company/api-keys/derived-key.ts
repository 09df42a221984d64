import { nowMs } from '../../../platform/clock.ts';
import type { Scope } from '../../../platform/scopes.ts';
import { keyedHash } from '../../../platform/secrets.ts';
import { apiKeyIndex, apiKeyKey, type ApiKeyRow } from './rows.ts';
import { numericIdOf, parseApiKey } from './rules.ts';

const ID_BYTES = 16;

interface DerivedKey {
  /** Plain text. */
  key: string;
  row: ApiKeyRow;
}

/**
 * A live key for the service itself. It is derived from the key ring, so that no row contains its secret, and does not
 * change until the ring is rotated. The caller stores the row.
 */
export const derivedKey = (use: 'synthetic-sale', company: string, scopes: readonly Scope[]): DerivedKey => {
  const id = keyedHash(use, 'id').subarray(0, ID_BYTES).toString('hex');
  const key = `lp_live_${id}_${keyedHash(use, 'secret').toString('hex')}`;
  const presented = parseApiKey(key);
  if (!presented) throw new Error('The derived key does not have the format of a key');
  const { keyId, mode, secretHash } = presented;
  const numericId = numericIdOf(keyId);
  const row: ApiKeyRow = {
    ...apiKeyKey(keyId),
    ...apiKeyIndex(company, numericId),
    type: 'api-key',
    v: 1,
    keyId,
    numericId,
    company,
    actsOn: [],
    label: use,
    mode,
    scopes: [...scopes],
    secretHash,
    attributed: true,
    createdAtMs: nowMs(),
    tatMs: 0,
  };
  return { key, row };
};
