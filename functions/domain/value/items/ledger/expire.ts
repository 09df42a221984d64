import { nowMs } from '../../../../platform/clock.ts';
import { versionUnchanged } from '../../../../storage/conditions.ts';
import { getRow, putRow, type Key } from '../../../../storage/table.ts';
import { unlessRefused } from '../../../../storage/unless-refused.ts';
import { companyKey, type CompanyRow } from '../../../company/companies/rows.ts';
import { commitItemChange } from './commit-change.ts';
import { lapseMarks } from './lapse.ts';
import { changeMarks } from './ledger.ts';
import type { ItemRow } from '../rows.ts';
import { decideExpiry, type ItemTerms } from '../rules.ts';
import { withdrawRepaid } from '../withdrawal/repaid.ts';

/**
 * Withdraws repaid value whose hold has ended, or records that the validity of an item has ended, or that its value can
 * no longer be claimed or becomes breakage. The balance of an expired item is kept, because a company may accept it
 * later, and reports show unspent value. Readers do not depend on this record.
 */
export const expireItem = async (key: Key): Promise<'expired' | 'kept'> => {
  const item = await getRow<ItemRow>(key, { consistent: true });
  const company = item && (await getRow<CompanyRow>(companyKey(item.company)));
  if (!item || !company) return 'kept';
  const cause = { by: { system: 'item-expiry' }, requestId: 'item-expiry', atMs: nowMs() };
  const terms: ItemTerms = {
    nowMs: cause.atMs,
    zone: company.time_zone,
    claimExpired: company.claim_expired,
    breakageAfterDays: company.breakage_after_days,
  };
  const decide = (current: ItemRow) => withdrawRepaid(current, terms.nowMs) ?? decideExpiry(current, terms);
  const after = await commitItemChange(item, { cause, decide });
  return after || (await markLapse(item, terms)) ? 'expired' : 'kept';
};

/** Updates the marks of an item for the company's current settings. Returns false when nothing was written. */
export const markLapse = async (item: ItemRow, terms: ItemTerms): Promise<boolean> => {
  const marks = lapseMarks(item, terms);
  if (!marks) return false;
  // An item that has changed since it was read is due again.
  return unlessRefused(putRow(changeMarks(item, marks), versionUnchanged(item)));
};
