import { nameSubject } from '../../../platform/cause.ts';
import { nowMs } from '../../../platform/clock.ts';
import { notFound } from '../../../platform/errors.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { queryAll, type Key } from '../../../storage/table.ts';
import { transact } from '../../../storage/transactions.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import { apiKeyIndex, apiKeysOf, revokedKeyIndex } from './rows.ts';

/** Revokes a key of the company. Has no effect on a revoked key. Throws 404 if the company has no key with this id. */
export const revokeApiKey = async (company: string, id: string): Promise<void> => {
  if (!/^\d{1,15}$/.test(id)) throw notFound('API key');
  const numericId = Number(id);
  nameSubject({ id });
  const findAt = (prefix: string) => queryAll<Key>({ ...apiKeysOf(company), prefix });
  const [unrevoked] = await findAt(apiKeyIndex(company, numericId).ix1sk);
  // Revoked keys are read last, because a concurrent revocation moves the key there.
  const key = unrevoked ?? (await findAt(revokedKeyIndex(numericId)))[0];
  if (!key) throw notFound('API key');
  const update = rowUpdate({
    key,
    set: { revokedAtMs: nowMs(), ix1sk: revokedKeyIndex(numericId) },
    if: { expression: 'attribute_exists(pk) AND attribute_not_exists(revokedAtMs)' },
  });
  await unlessRefused(transact([{ update }]));
};
