import { ApiError } from '../../platform/errors.ts';
import { legacy } from '../../platform/messages/legacy.ts';

/** Lists with full codes require `can_list`. Throws 403. */
export const assertCanList = (user: { can_list: boolean }): void => {
  if (!user.can_list) throw new ApiError(403, 'not_allowed', legacy('listing_not_allowed'));
};
