import { ApiError } from '../../platform/errors.ts';
import { legacy } from '../../platform/messages/legacy.ts';

/** Throws 403 without `can_list`. Lists with full codes require it. */
export const assertCanList = (user: { can_list: boolean }): void => {
  if (!user.can_list) throw new ApiError(403, 'not_allowed', legacy('listing_not_allowed'));
};
