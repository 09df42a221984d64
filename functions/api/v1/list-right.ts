import { ApiError } from '../../platform/errors.ts';

/** Lists with full codes require `can_list`. Throws 403. */
export const checkMayList = (user: { can_list: boolean }): void => {
  if (!user.can_list) throw new ApiError(403, 'not_allowed', 'Your user may not list items.');
};
