import { isVendorCode } from '../../vendor/rules.ts';
import { ApiError } from '../../../../platform/errors.ts';
import { activeItem, itemOfDormant } from '../issuance/dormant.ts';
import { previewVendorItem } from './claim-vendor.ts';
import { lookUpCode, type LoadedItem } from '../load.ts';
import { causeOf, type Operator } from '../operate.ts';

/** The item that a claim of a code would apply to. */
type Claimable = LoadedItem &
  OfVendor & {
    /** Whether the code is not an item yet. `item` is then the item that a claim would create. */
    isDormant: boolean;
  };

interface OfVendor {
  /** Name of the vendor whose code it is, if it is not imported yet. */
  vendor?: string | undefined;
}

/**
 * The item that a claim of a code would apply to, including for codes of campaigns and of the vendor, or the reason why
 * such a code cannot be redeemed. Nothing is written. Throws 404 for an unknown code, 429 after too many misses, and
 * 503 when the vendor does not respond.
 */
export const previewClaim = async (
  operator: Operator,
  code: string,
): Promise<Claimable | (OfVendor & { item?: undefined; refusal: ApiError })> => {
  const { item, dormant, company, terms, lookup } = await lookUpCode(operator, code);
  if (item ?? dormant) await lookup.hit();
  if (item) return { item, company, terms, isDormant: false };
  if (!dormant && !isVendorCode(company, code)) throw await lookup.miss();
  const vendor = dormant ? undefined : company.vendor?.name;
  try {
    const created = dormant
      ? activeItem(
          await itemOfDormant(dormant, company, operator, { terms, requestId: '' }),
          causeOf(operator, { guid: '' }),
        )
      : await previewVendorItem({ company, lookup, operator, code });
    return { item: created, company, terms, isDormant: true, vendor };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 422) throw error;
    return { refusal: error, vendor };
  }
};
