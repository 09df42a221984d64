import { checkCompany } from '../domain/reports/check-company.ts';
import { log } from '../platform/log.ts';
import { guarded } from '../platform/guarded.ts';
import { dueRows } from '../storage/due-rows.ts';
import { shardsOf } from '../storage/due.ts';
import { getRow, type Key, type Row } from '../storage/table.ts';

/** Most companies of a shard in one run. */
const COMPANIES_MAX = 5000;
/** Well within the function's time limit; companies that were not reached come first the next time. */
const TIME_BUDGET_MS = 600_000;
/** A run is for every company, whenever its last check was. */
const WHENEVER_MS = 9_999_999_999_999;

/** Proves the books of every company, those first whose last check is longest ago. */
export const handler = guarded(async (): Promise<{ checked: number }> => {
  const stopAt = performance.now() + TIME_BUDGET_MS;
  let checked = 0;
  for (const shard of shardsOf('integrity-check')) {
    for (const key of await dueRows('integrity-check', shard, WHENEVER_MS, COMPANIES_MAX)) {
      if (performance.now() > stopAt) break;
      await checkQuietly(key);
      checked++;
    }
  }
  log.info('Books checked', { companies: checked });
  return { checked };
});

/** One company whose check breaks off does not keep the others from theirs. */
const checkQuietly = async (key: Key): Promise<void> => {
  const row = await getRow<Row & { company: string }>(key);
  if (!row) return;
  try {
    await checkCompany(row.company);
  } catch (error) {
    log.error('The books of a company could not be checked', { company: row.company, cause: error });
  }
};
