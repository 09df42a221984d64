import { nowMs } from '../../../../platform/clock.ts';
import { notFound } from '../../../../platform/errors.ts';
import { getRow } from '../../../../storage/table.ts';
import { presentRedemption } from './present.ts';
import { redemptionKey, type RedemptionRow } from './rows.ts';

/** A redemption of this company. Throws 404 for an unknown id. */
export const readRedemption = async (company: string, id: string) => {
  const row = await getRow<RedemptionRow>(redemptionKey(company, id), { consistent: true });
  if (!row) throw notFound('redemption');
  return presentRedemption(row, nowMs());
};
