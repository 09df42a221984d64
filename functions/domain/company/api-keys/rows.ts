import type { Scope } from '../../../platform/scopes.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import type { Key, Row, RowUpdate } from '../../../storage/table.ts';

/** An API key. Only the hash of its secret is stored. */
export interface ApiKeyRow extends Row {
  type: 'api-key';
  /** 32 hexadecimal characters; `credential.id`. */
  keyId: string;
  /** Id in the management routes, derived from the key id. */
  numericId: number;
  company: string;
  /** Assigned companies that the key may act for, updated by the import. */
  actsOn: string[];
  /** Set while its company is inactive: nothing but the key itself can be managed. Updated by the import. */
  companyInactive?: true;
  label: string;
  mode: 'live' | 'test';
  scopes: Scope[];
  secretHash: string;
  /** False for keys from before per-key attribution: they cannot write (lib/reference/api-keys.md#attribution). */
  attributed: boolean;
  /** v1 user that owns the key's items. */
  createdBy?: string;
  /** Set if an import created the key. Later imports find it by company, mode and label. */
  minted?: 'by-import';
  /** Id of the import that created the key, until its secret has been shown. */
  unshownBy?: string;
  createdAtMs: number;
  expiresAtMs?: number;
  revokedAtMs?: number;
  lastUsedAtMs?: number;
  /** Theoretical arrival time of the rate limit (GCRA). */
  tatMs: number;
}

/**
 * Companies that a key may act for, by the status of its own company (lib/reference/api-keys.md#inactive-companies).
 */
export type KeyStatus = Pick<ApiKeyRow, 'actsOn' | 'companyInactive'>;

/** Other companies that a key may act for now: none while its own company is inactive. */
export const assignedNow = ({ actsOn, companyInactive }: KeyStatus): readonly string[] =>
  companyInactive ? [] : actsOn;

export const keyStatusUpdate = (key: Key, { actsOn, companyInactive }: KeyStatus): RowUpdate =>
  rowUpdate({ key, set: { actsOn, companyInactive } });

export const apiKeyKey = (keyId: string): Key => ({ pk: `APIKEY#${keyId}`, sk: 'key' });

/** Wrong keys from an IP address in the current minute. */
export const wrongKeysKey = (address: string): Key => ({ pk: `WRONGKEYS#${address}`, sk: 'count' });

/** Requests of all keys of a company in the current minute, counted in hundreds. */
export const companyRequestsKey = (company: string): Key => ({ pk: `REQUESTS#${company}`, sk: 'count' });

/** All keys of a company, by numeric id. */
export const apiKeysOf = (company: string) => ({ index: 'ix1', partition: `${company}#api-keys` }) as const;

/** Keys that are not revoked, by numeric id; revoked keys are sorted after them. */
export const unrevokedKeysOf = (company: string) => ({ ...apiKeysOf(company), from: '0', to: ':' }) as const;

export const revokedKeyIndex = (numericId: number): string => `revoked#${String(numericId).padStart(16, '0')}`;

export const apiKeyIndex = (company: string, numericId: number) => ({
  ix1pk: apiKeysOf(company).partition,
  ix1sk: String(numericId).padStart(16, '0'),
});
