import { nowMs } from '../../../platform/clock.ts';
import { notFound } from '../../../platform/errors.ts';
import { getRow, getRows, queryPage, type Key } from '../../../storage/table.ts';
import { dormantCodeKey, type DormantCodeRow } from '../../catalog/products/campaigns/rows.ts';
import { isWellFormedCode } from '../../catalog/codes/rules.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { liveHolds } from './ledger/holds.ts';
import { beginLookup, limitOf, assertNotEnumerated, type LookupCaller, type CodeLookup } from './code-lookups.ts';
import { isWhole } from './kinds.ts';
import { dealIssuedTo, itemKey, itemsOfOrderId, touchedOfOrder, type ItemRow } from './rows.ts';
import { claimableUntilMs, claimError, type ItemTerms } from './rules.ts';

export interface LoadedItem {
  item: ItemRow;
  company: CompanyRow;
  terms: ItemTerms;
}

/** The rows of a code: an item, a dormant campaign code, or neither. */
export interface CodeRows extends Omit<LoadedItem, 'item'> {
  item: ItemRow | undefined;
  dormant: DormantCodeRow | undefined;
  /** The caller must end it with `hit` or `miss`. */
  lookup: CodeLookup;
}

export const termsOf = (company: CompanyRow): ItemTerms => ({
  nowMs: nowMs(),
  zone: company.time_zone,
  claimExpired: company.claim_expired,
  breakageAfterDays: company.breakage_after_days,
});

/** Reads a code, its company and the counter of misses concurrently. Throws 429 after too many misses. */
export const lookUpCode = async (caller: LookupCaller, code: string): Promise<CodeRows> => {
  const misses = limitOf(caller);
  const keys = {
    item: itemKey(caller.company, code),
    dormant: dormantCodeKey(caller.company, code),
    company: companyKey(caller.company),
  };
  const [lookup, rows] = await Promise.all([
    beginLookup(caller, code),
    getRows([...Object.values(keys), misses.key], { consistent: true }),
  ]);
  const item = rows.get<ItemRow>(keys.item);
  const dormant = rows.get<DormantCodeRow>(keys.dormant);
  // For other codes, `beginLookup` has checked the limit, and the counter may already include its reservation.
  if (isWellFormedCode(code)) assertNotEnumerated(misses, rows.get(misses.key));
  const company = rows.get<CompanyRow>(keys.company);
  if (!company) throw notFound('company');
  return {
    item,
    dormant,
    lookup,
    company,
    terms: termsOf(company),
  };
};

/**
 * The item of a code of this company. Throws 404, and 429 after too many misses: codes of other companies and unknown
 * codes are indistinguishable.
 */
export const loadItem = async (caller: LookupCaller, code: string): Promise<LoadedItem> => {
  const codeRows = await lookUpCode(caller, code);
  if (!codeRows.item) throw await codeRows.lookup.miss();
  await codeRows.lookup.hit();
  return { ...codeRows, item: codeRows.item };
};

/** Like `loadItem`, but also finds a benefit deal that was issued to the company, with the terms of its issuer. */
export const loadReadableItem = async (caller: LookupCaller, code: string): Promise<LoadedItem> => {
  const codeRows = await lookUpCode(caller, code);
  const loaded = codeRows.item ? { ...codeRows, item: codeRows.item } : await dealOf(caller.company, code);
  if (!loaded) throw await codeRows.lookup.miss();
  await codeRows.lookup.hit();
  return loaded;
};

const dealOf = async (issuedTo: string, code: string): Promise<LoadedItem | undefined> => {
  if (!isWellFormedCode(code)) return undefined;
  const { rows: keys } = await queryPage<Key>({ ...dealIssuedTo(issuedTo, code), limit: 1 });
  const [key] = keys;
  const item = key && (await getRow<ItemRow>(key, { consistent: true }));
  const company = item && (await getRow<CompanyRow>(companyKey(item.company)));
  return company && { item, company, terms: termsOf(company) };
};

/** Maximum number of items read to check whether their holds have ended. */
const TOUCHED_READ = 25;

/**
 * Whether every item of an order is unclaimed, and neither held nor blocked. Reads the index of items that are claimed,
 * held or blocked, which takes one read for an order of any size, and then the items in it, if any, because a hold ends
 * without a write. `except`: an item that the caller has checked itself.
 */
export const isUntouched = async (company: string, orderId: string, except?: ItemRow): Promise<boolean> => {
  const { rows: keys } = await queryPage<Key>({ ...touchedOfOrder(company, orderId), limit: TOUCHED_READ });
  if (keys.length === 0) return true;
  if (keys.length === TOUCHED_READ) return false;
  const rows = await getRows(keys);
  return keys.every((key) => {
    const item = rows.get<ItemRow>(key);
    return (
      item === undefined ||
      item.pk === except?.pk ||
      (isWhole(item) && !item.blocked && liveHolds(item, nowMs()).length === 0)
    );
  });
};

/** Maximum number of items read to check whether each of them is still valid: those of one batch read. */
const VALIDITY_READ = 100;

/**
 * Whether no item of the order is past its validity. Usually the given item is sufficient, because it contains the
 * earliest end of validity in its order. Once that has passed, all items are read, because staff may have extended each
 * of them. For a larger order, this read would cost too much for a flag.
 */
const areAllInTime = async (item: ItemRow, terms: ItemTerms): Promise<boolean> => {
  const isInTime = (validUntilMs: number): boolean => terms.nowMs <= claimableUntilMs(validUntilMs, terms);
  if (isInTime(item.orderValidUntilMs)) return true;
  if (item.orderItems > VALIDITY_READ || !isInTime(item.validUntilMs)) return false;
  const { rows: keys } = await queryPage<Key>({ ...itemsOfOrderId(item.company, item.orderId), limit: VALIDITY_READ });
  // The index may lag.
  if (keys.length !== item.orderItems) return false;
  const rows = await getRows(keys);
  return keys.every((key) => {
    const read = key.pk === item.pk ? item : rows.get<ItemRow>(key);
    return read !== undefined && isInTime(read.validUntilMs);
  });
};

/**
 * Whether every item of the order can be claimed in full. `untouched` is the result of an earlier check of the order.
 */
export const isGroupClaimable = async (
  item: ItemRow,
  terms: ItemTerms,
  untouched?: Promise<boolean>,
): Promise<boolean> => {
  // A dispute freezes all items of its order without claiming them.
  if (item.frozenBy !== undefined) return false;
  if (item.blocked !== undefined || liveHolds(item, terms.nowMs).length > 0) return false;
  if (!isWhole(item)) return false;
  if (item.orderItems === 1) return claimError(item, terms) === null;
  if (!(await areAllInTime(item, terms))) return false;
  return untouched ?? isUntouched(item.company, item.orderId, item);
};
