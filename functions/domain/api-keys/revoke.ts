import { nowMs } from '../../platform/clock.ts';
import { notFound } from '../../platform/errors.ts';
import { ConditionFailed, queryAll, updateRow } from '../../storage/table.ts';
import { apiKeyIndex, apiKeysOf, revokedKeyIndex, type ApiKeyRow } from './rows.ts';

/** Revokes a key of the company; a key that is revoked already stays as it is. Throws 404 for any other id. */
export const revokeApiKey = async (company: string, id: string): Promise<void> => {
  if (!/^\d{1,15}$/.test(id)) throw notFound('API key');
  const numericId = Number(id);
  const places = [apiKeyIndex(company, numericId).ix1sk, revokedKeyIndex(numericId)];
  const found = await Promise.all(places.map((prefix) => queryAll({ ...apiKeysOf(company), prefix })));
  const [key] = found.flat();
  if (!key) throw notFound('API key');
  try {
    await updateRow<ApiKeyRow>({
      key,
      update: 'SET revokedAtMs = :now, ix1sk = :place',
      condition: 'attribute_exists(pk) AND attribute_not_exists(revokedAtMs)',
      values: { ':now': nowMs(), ':place': revokedKeyIndex(numericId) },
    });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
};
