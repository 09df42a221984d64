import { timestampOrNull } from '../../../platform/clock.ts';
import { strongTag } from '../../../platform/preconditions.ts';
import { hashInput } from '../../../storage/idempotency.ts';
import type { UserRow } from './rows.ts';

/** A user for administrators: the members of operator data, without the password. */
export const presentUser = (user: UserRow) => ({
  object: 'user' as const,
  username: user.username,
  email: user.email ?? null,
  role: user.role ?? null,
  agency: user.agency,
  can_cancel: user.can_cancel,
  can_list: user.can_list,
  status: user.invitedUntilMs === undefined ? ('active' as const) : ('invited' as const),
  invitation_expires_at: timestampOrNull(user.invitedUntilMs ?? null),
  second_factor: user.factor !== undefined,
});

/** ETag of a user. */
export const userTag = (user: UserRow): string => strongTag('user', user.company, hashInput(presentUser(user)));
