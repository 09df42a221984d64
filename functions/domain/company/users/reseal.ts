import { membersAre } from '../../../storage/conditions.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { getRow, queryAll, updateRow, type Key } from '../../../storage/table.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import { secondFactorCodec, secondFactorKey, type SecondFactorRow } from './factor-rows.ts';
import { usersOf } from './rows.ts';
import { resealedFactor } from './second-factor.ts';

/** Second factors of a company's users, including those being set up. */
const factorsOf = async (company: string): Promise<SecondFactorRow[]> => {
  const factors: SecondFactorRow[] = [];
  for (const { pk } of await queryAll<Key>(usersOf(company))) {
    const raw = await getRow(secondFactorKey(pk.slice('USER#'.length)), { consistent: true });
    if (raw) factors.push(secondFactorCodec.read(raw));
  }
  return factors;
};

/**
 * Seals the secrets of a company's second factors under the current key. Returns the number changed, and the number
 * skipped because of concurrent changes, which the next run seals.
 */
export const resealFactors = async (company: string): Promise<{ changed: number; left: number }> => {
  const result = { changed: 0, left: 0 };
  for (const row of await factorsOf(company)) {
    const sealed = resealedFactor(row);
    if (sealed === undefined) continue;
    const unchanged = membersAre({ sealed: row.sealed });
    if (await unlessRefused(updateRow(rowUpdate({ key: row, set: { sealed }, if: unchanged })))) result.changed++;
    else result.left++;
  }
  return result;
};

/** Number of a company's second factors sealed under a former key. */
export const factorsToReseal = async (company: string): Promise<number> =>
  (await factorsOf(company)).filter((row) => resealedFactor(row) !== undefined).length;
