import { ApiError } from '../../../../platform/errors.ts';
import { activeItem, itemOfDormant } from '../issuance/dormant.ts';
import { lookUp, type Found } from '../load.ts';
import { causeOf, type Operator } from '../operate.ts';

/** What a claim of a code would meet. */
export type Claimable = Found & {
  /** It is no item yet: the item is the one that a claim brings to life. */
  isDormant: boolean;
};

/**
 * The item of a code as a claim would meet it, dormant codes of campaigns among them; or why a dormant code comes to no life. Nothing
 * is written. Throws 404 for a code that is neither, and 429 after too many misses.
 */
export const previewClaim = async (
  operator: Operator,
  code: string,
): Promise<Claimable | { item?: undefined; refusal: ApiError }> => {
  const { item, dormant, company, terms, lookup } = await lookUp(operator, code);
  const found = item ?? dormant;
  if (!found) throw await lookup.miss();
  await lookup.hit();
  if (found.type === 'item') return { item: found, company, terms, isDormant: false };
  try {
    const unborn = itemOfDormant(found, company, operator, { terms, requestId: '' });
    return { item: activeItem(unborn, causeOf(operator, { guid: '' })), company, terms, isDormant: true };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 422) throw error;
    return { refusal: error };
  }
};
