import { loadUser } from '../../domain/company/users/list-users.ts';
import type { Reply } from '../../pipeline/request.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { userPath } from '../codes.ts';
import { refusalFrom } from '../form-idempotency.ts';
import { assertOwnPasswordTyped } from '../own-password.ts';
import type { DeskVisit } from '../visit.ts';
import { userPage, type UserOutcome } from './pages/user.ts';

/**
 * Changes or removes the user in the path. A change requires the password of the acting user. A refusal is shown on the
 * page of the user to change.
 */
export const changeUserInPath = async (
  visit: DeskVisit,
  outcome: UserOutcome,
  change: (named: { company: string; username: string }) => Promise<void>,
): Promise<Reply> => {
  const username = visit.request.params['username'] ?? '';
  const company = visit.company.slug;
  try {
    if (outcome !== 'removed') await assertOwnPasswordTyped(visit);
    await change({ company, username });
    return seeOther(outcome === 'removed' ? '/desk/users?outcome=removed' : `${userPath(username)}?outcome=${outcome}`);
  } catch (error) {
    const refusal = refusalFrom(error);
    return userPage(visit, await loadUser(company, username), { refusal, refused: outcome });
  }
};
