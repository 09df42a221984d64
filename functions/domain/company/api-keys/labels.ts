import { getRows } from '../../../storage/table.ts';
import { apiKeyKey, type ApiKeyRow } from './rows.ts';

/** Labels of a company's own keys among `keyIds`, by key id. */
export const labelsOfKeys = async (company: string, keyIds: Iterable<string>): Promise<ReadonlyMap<string, string>> => {
  const keys = [...new Set(keyIds)].map(apiKeyKey);
  if (keys.length === 0) return new Map();
  const rows = await getRows(keys);
  return new Map(
    keys.flatMap((key) => {
      const row = rows.get<ApiKeyRow>(key);
      return row?.company === company ? [[row.keyId, row.label]] : [];
    }),
  );
};
