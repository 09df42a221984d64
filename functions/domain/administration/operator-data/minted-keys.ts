import { createHash, randomUUID } from 'node:crypto';
import { rowOfType } from '../../../storage/row-of-type.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { ConditionFailed, updateRow, type Row } from '../../../storage/table.ts';
import { apiKeyKey, type ApiKeyRow } from '../../company/api-keys/rows.ts';
import { mintApiKey, parseApiKey, type KeyMode } from '../../company/api-keys/rules.ts';
import type { ApiKeyEntry } from './schema.ts';

/** A key in plain text, for the one moment at which it may be shown. */
export interface PlainKey {
  company: string;
  label: string;
  key: string;
}

/** The keys that one import mints. */
export interface Minting {
  /** Tells this import from others that mint the same. */
  id: string;
  /** By identity: when the write is tried again, the same key is written again. */
  keys: Map<string, PlainKey>;
}

export const newMinting = (): Minting => ({ id: randomUUID(), keys: new Map() });

type MintedEntry = Pick<ApiKeyEntry, 'company' | 'label' | 'environment'>;

const modeOf = ({ environment }: MintedEntry): KeyMode => environment ?? 'live';

export const identityOf = (entry: MintedEntry): string => `${entry.company}/${modeOf(entry)}/${entry.label}`;

/** The id of a key that is to be minted follows from what it is found by, so that of two imports at once one mints it. */
export const mintedKeyId = (entry: MintedEntry): string =>
  createHash('sha256')
    .update(`minted by import\n${identityOf(entry)}`)
    .digest('hex')
    .slice(0, 32);

/** The key that this import mints for an entry, or mints anew under an id that stands. */
export const mintedKey = (entry: ApiKeyEntry, { keys }: Minting, keyId = mintedKeyId(entry)): PlainKey => {
  const identity = identityOf(entry);
  const plain = keys.get(identity) ?? {
    company: entry.company,
    label: entry.label,
    key: mintApiKey(modeOf(entry), keyId),
  };
  keys.set(identity, plain);
  return plain;
};

/**
 * The minted keys that may be shown, as the last step of an import: whoever imports the file again leaves them alone from now on. An
 * import that came after this one and found its keys unshown has minted them anew, and shows them.
 */
export const shownKeys = async ({ id, keys }: Minting): Promise<PlainKey[]> => {
  const shown = await Promise.all(
    [...keys.values()].map(async (plain): Promise<PlainKey[]> => {
      const key = apiKeyKey(parseApiKey(plain.key)?.keyId ?? '');
      const isOurs = { expression: 'unshownBy = :import', values: { ':import': id } };
      try {
        await updateRow(rowUpdate({ key, set: { unshownBy: undefined }, if: isOurs }));
        return [plain];
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        return isShownAs(plain, error.row) ? [plain] : [];
      }
    }),
  );
  return shown.flat();
};

/** The answer to the write may have been lost; sent again, it finds itself. */
const isShownAs = ({ key }: PlainKey, raw: Row | undefined): boolean => {
  if (!raw) return false;
  const row = rowOfType<ApiKeyRow>('api-key', raw);
  return row.unshownBy === undefined && row.secretHash === parseApiKey(key)?.secretHash;
};
