import { localDateTime } from '../../../platform/zones.ts';
import { getRow, getRows, queryAll } from '../../../storage/table.ts';
import { companyKey, type CompanyRow } from '../companies/rows.ts';
import { apiKeysOf, type ApiKeyRow } from './rows.ts';

/** Every key of a company, oldest first, without secrets. */
export const listApiKeys = async (company: string): Promise<ListedKey[]> => {
  const [settings, rows] = await Promise.all([getRow<CompanyRow>(companyKey(company)), keysOf(company)]);
  const zone = settings?.time_zone ?? 'UTC';
  return rows
    .toSorted((a, b) => a.createdAtMs - b.createdAtMs || a.numericId - b.numericId)
    .map((row) => presentKey(row, zone));
};

const keysOf = async (company: string): Promise<ApiKeyRow[]> => {
  const keys = await queryAll(apiKeysOf(company));
  const rows = await getRows(keys);
  return keys.flatMap((key) => rows.get<ApiKeyRow>(key) ?? []);
};

const presentKey = (row: ApiKeyRow, zone: string) => {
  const moment = (epochMs: number | undefined) => (epochMs === undefined ? null : localDateTime(epochMs, zone));
  return {
    id: row.numericId,
    label: row.label,
    scopes: row.scopes,
    environment: row.mode,
    expires_at: moment(row.expiresAtMs),
    revoked_at: moment(row.revokedAtMs),
    last_used_at: moment(row.lastUsedAtMs),
  };
};

/** A key in lists; times are in the company's time zone. */
type ListedKey = ReturnType<typeof presentKey>;
