import { ApiError } from '../../../../platform/errors.ts';
import { activeItem, itemOfDormant } from '../issuance/dormant.ts';
import { lookUpCode, type LoadedItem } from '../load.ts';
import { causeOf, type Operator } from '../operate.ts';

/** The item that a claim of a code would apply to. */
type Claimable = LoadedItem & {
  /** Not an item yet: the one that a claim would create. */
  isDormant: boolean;
};

/**
 * The item that a claim of a code would find, dormant campaign codes included; or why a dormant code cannot be
 * activated. Nothing is written. Throws 404 for an unknown code, and 429 after too many misses.
 */
export const previewClaim = async (
  operator: Operator,
  code: string,
): Promise<Claimable | { item?: undefined; refusal: ApiError }> => {
  const { item, dormant, company, terms, lookup } = await lookUpCode(operator, code);
  const found = item ?? dormant;
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
