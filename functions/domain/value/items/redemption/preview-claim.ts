import { isVendorCode } from '../../vendor/rules.ts';
import { ApiError } from '../../../../platform/errors.ts';
import { activeItem, itemOfDormant } from '../issuance/dormant.ts';
import { previewVendorItem } from './claim-vendor.ts';
import { lookUpCode, type LoadedItem } from '../load.ts';
import { causeOf, type Operator } from '../operate.ts';

/** The item that a claim of a code would apply to. */
type Claimable = LoadedItem & {
  /** Not an item yet: the one that a claim would create. */
  isDormant: boolean;
  /** Name of the vendor whose code it is, if it is not imported yet. */
  vendor?: string;
};

/**
 * The item that a claim of a code would find, codes of campaigns and of the vendor included; or why a dormant code
 * cannot be activated. Nothing is written. Throws 404 for an unknown code, 429 after too many misses, and 503 when the
 * vendor does not respond.
 */
export const previewClaim = async (
  operator: Operator,
  code: string,
): Promise<Claimable | { item?: undefined; refusal: ApiError }> => {
  const { item, dormant, company, terms, lookup } = await lookUpCode(operator, code);
  const found = item ?? dormant;
  if (!found && company.vendor && isVendorCode(company, code)) {
    const imported = await previewVendorItem({ company, lookup, operator, code });
    return { item: imported, company, terms, isDormant: true, vendor: company.vendor.name };
  }
  if (!found) throw await lookup.miss();
  await lookup.hit();
  if (found.type === 'item') return { item: found, company, terms, isDormant: false };
  try {
    const newItem = itemOfDormant(found, company, operator, { terms, requestId: '' });
    return { item: activeItem(newItem, causeOf(operator, { guid: '' })), company, terms, isDormant: true };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 422) throw error;
    return { refusal: error };
  }
};
