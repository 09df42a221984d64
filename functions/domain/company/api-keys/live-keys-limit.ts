import { connections } from '../../../platform/messages/connections.ts';
import { nowMs } from '../../../platform/clock.ts';
import { invalid } from '../../../platform/errors.ts';
import { commitWithQuotaSlot, type Quota } from '../../../storage/limits/slots.ts';
import { ABSENT, getRows, queryAll, type Key, type RowSet } from '../../../storage/table.ts';
import type { Write } from '../../../storage/transactions.ts';
import { apiKeyKey, unrevokedKeysOf, type ApiKeyRow } from './rows.ts';

/** Maximum usable keys of a company, including test keys (lib/reference/limits.md#companies). */
const LIVE_KEYS_MAX = 100;

const isLive = (rows: RowSet, key: Key): boolean => {
  const row = rows.get<ApiKeyRow>(key);
  return row !== undefined && row.revokedAtMs === undefined && (row.expiresAtMs ?? Infinity) > nowMs();
};

const keyIdOf = ({ pk }: Key): string => pk.replace(/^APIKEY#/, '');

/** Imported keys have no slot, but count against the quota. */
const keyQuota = (company: string): Quota => ({
  partition: `KEYRING#${company}`,
  maximum: LIVE_KEYS_MAX,
  unslotted: async (slotted) => {
    const unslotted = (await queryAll<Key>(unrevokedKeysOf(company))).filter((key) => !slotted.has(keyIdOf(key)));
    const rows = await getRows(unslotted, { consistent: true });
    return unslotted.filter((key) => isLive(rows, key)).length;
  },
  gone: async (keyIds) => {
    const rows = await getRows(keyIds.map(apiKeyKey), { consistent: true });
    return new Set(keyIds.filter((keyId) => !isLive(rows, apiKeyKey(keyId))));
  },
});

/** Stores a new key if `checks` pass. Throws 422 on `label` if its company has the maximum number of live keys. */
export const addKey = async (row: ApiKeyRow, checks: readonly Write[]): Promise<void> => {
  const writes = [{ put: row, condition: ABSENT, name: 'key' }, ...checks];
  const added = await commitWithQuotaSlot(keyQuota(row.company), row.keyId, writes);
  if (added) return;
  throw invalid('label', connections('too_many_keys', { maximum: LIVE_KEYS_MAX }));
};
