import { ApiError } from '../../platform/errors.ts';
import { legacy } from '../../platform/messages/legacy.ts';

/** Throws 403 without `can_list`, which lists with full codes require. */
export const assertCanList = (user: { can_list: boolean }): void => {
  if (!user.can_list) throw new ApiError(403, 'not_allowed', legacy('listing_not_allowed'));
};
