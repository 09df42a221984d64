import { getRows } from '../../../storage/table.ts';
import { endpointKey, type WebhookEndpointRow } from './rows.ts';

/** URLs of a company's webhook endpoints among `ids`, by id. Omits deleted endpoints. */
export const addressesOf = async (company: string, ids: Iterable<string>): Promise<ReadonlyMap<string, string>> => {
  const keys = [...new Set(ids)].map((id) => endpointKey(company, id));
  if (keys.length === 0) return new Map();
  const rows = await getRows(keys);
  return new Map(
    keys.flatMap((key) => {
      const row = rows.get<WebhookEndpointRow>(key);
      return row ? [[row.id, row.url]] : [];
    }),
  );
};
