import { nowMs } from '../../platform/clock.ts';
import { notFound } from '../../platform/errors.ts';
import { ConditionFailed, queryAll, updateRow } from '../../storage/table.ts';
import { apiKeyIndex, apiKeysOf } from './rows.ts';

/** Revokes a key of the company; a key that is revoked already stays as it is. Throws 404 for any other id. */
export const revokeApiKey = async (company: string, id: string): Promise<void> => {
  if (!/^\d{1,15}$/.test(id)) throw notFound('API key');
  const [key] = await queryAll({ ...apiKeysOf(company), prefix: apiKeyIndex(company, Number(id)).ix1sk });
  if (!key) throw notFound('API key');
  try {
    await updateRow({
      key,
      update: 'SET revokedAtMs = :now',
      condition: 'attribute_exists(pk) AND attribute_not_exists(revokedAtMs)',
      values: { ':now': nowMs() },
    });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
};
