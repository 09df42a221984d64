import { createHash, randomUUID } from 'node:crypto';
import { membersAre } from '../../../storage/conditions.ts';
import { rowOfType } from '../../../storage/row-of-type.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { ConditionFailed, updateRow, type Row } from '../../../storage/table.ts';
import { apiKeyKey, type ApiKeyRow } from '../../company/api-keys/rows.ts';
import { newApiKey, parseApiKey, type KeyMode } from '../../company/api-keys/rules.ts';
import type { ApiKeyEntry } from './schema.ts';

/** A key in plain text, which is shown only once. */
export interface PlainKey {
  company: string;
  label: string;
  key: string;
}

/** The keys that one import creates. */
export interface MintedKeys {
  /** Distinguishes this import from concurrent ones that create the same keys. */
  id: string;
  /** By identity, so that a retried write writes the same key. */
  keys: Map<string, PlainKey>;
}

export const newMintedKeys = (): MintedKeys => ({ id: randomUUID(), keys: new Map() });

type MintedEntry = Pick<ApiKeyEntry, 'company' | 'label' | 'environment'>;

const modeOf = ({ environment }: MintedEntry): KeyMode => environment ?? 'live';

export const keyIdentity = (entry: MintedEntry): string => `${entry.company}/${modeOf(entry)}/${entry.label}`;

/** The id of a new key is derived from its identity, so that only one of two concurrent imports creates it. */
export const mintedKeyId = (entry: MintedEntry): string =>
  createHash('sha256')
    .update(`minted by import\n${keyIdentity(entry)}`)
    .digest('hex')
    .slice(0, 32);

/** The key that this import creates for an entry, or recreates under an existing id. */
export const mintedKey = (entry: ApiKeyEntry, { keys }: MintedKeys, keyId = mintedKeyId(entry)): PlainKey => {
  const identity = keyIdentity(entry);
  const plain = keys.get(identity) ?? {
    company: entry.company,
    label: entry.label,
    key: newApiKey(modeOf(entry), keyId),
  };
  keys.set(identity, plain);
  return plain;
};

/**
 * Returns the new keys to show and marks them as shown, so that later imports leave them unchanged. This is the last
 * step of an import. Omits keys that a concurrent import has replaced, because that import shows its own.
 */
export const shownKeys = async ({ id, keys }: MintedKeys): Promise<PlainKey[]> => {
  const shown = await Promise.all(
    [...keys.values()].map(async (plain): Promise<PlainKey[]> => {
      const key = apiKeyKey(parseApiKey(plain.key)?.keyId ?? '');
      try {
        await updateRow(rowUpdate({ key, set: { unshownBy: undefined }, if: membersAre({ unshownBy: id }) }));
        return [plain];
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        return isShownAs(plain, error.row) ? [plain] : [];
      }
    }),
  );
  return shown.flat();
};

/** If the response to the write was lost, the retry finds that the key is marked already. */
const isShownAs = ({ key }: PlainKey, raw: Row | undefined): boolean => {
  if (!raw) return false;
  const row = rowOfType<ApiKeyRow>('api-key', raw);
  return row.unshownBy === undefined && row.secretHash === parseApiKey(key)?.secretHash;
};
