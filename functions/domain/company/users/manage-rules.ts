import { ApiError, conflict, invalid } from '../../../platform/errors.ts';
import { isCommonPassword } from './common-passwords.ts';
import { DESK_ROLES, type DeskRole } from '../settings/roles.ts';
import type { UserRow } from './rows.ts';

/**
 * The manager of users: an administrator of a company or of the system, or, without a name, an API key or an operator.
 */
export interface Manager {
  username?: string;
  role?: DeskRole | undefined;
  /** Set for a key of an agency that acts for an assigned company. */
  isOfAgency?: boolean;
}

/**
 * A key with the scope `users:write` counts as an administrator of its company, but not of companies that are assigned
 * to it (lib/reference/users.md#roles-of-users).
 */
export const keyManager = (own: string, acting: string): Manager => ({
  role: 'super_admin',
  ...(own === acting ? {} : { isOfAgency: true }),
});

/** Changeable members of a user. */
export interface UserChoices {
  /** If absent, the user may use the legacy API, but not the desk. */
  role: DeskRole | undefined;
  agency: boolean;
  can_cancel: boolean;
  can_list: boolean;
}

const BELOW_ADMINISTRATORS: readonly DeskRole[] = ['staff', 'manager'];

/**
 * Roles that a manager may grant and revoke: none above its own, no administrators for an agency, and none at all for a
 * manager that is not an administrator.
 */
export const grantableRoles = ({ role, isOfAgency }: Pick<Manager, 'role' | 'isOfAgency'>): readonly DeskRole[] => {
  if (isOfAgency) return BELOW_ADMINISTRATORS;
  if (role === 'system_admin') return DESK_ROLES;
  return role === 'super_admin' ? DESK_ROLES.filter((each) => each !== 'system_admin') : [];
};

const mayAssign = (manager: Manager, role: DeskRole | undefined): boolean =>
  role === undefined || grantableRoles(manager).includes(role);

/** Throws 422 for a role above the manager's. */
export const assertCanGrant = (manager: Manager, role: DeskRole | undefined): void => {
  if (!mayAssign(manager, role)) throw invalid('role', 'You cannot give a role above your own.', 'role_too_high');
};

/**
 * Throws 403 for a user whose role is above that of the manager, and 409 `own_user` for the manager's own account, so
 * that users cannot remove their own role by accident.
 */
export const assertCanManage = (manager: Manager, user: Pick<UserRow, 'username' | 'role'>): void => {
  if (user.username === manager.username) throw conflict('own_user', 'You cannot change or remove your own user.');
  if (!mayAssign(manager, user.role)) throw userAbove();
};

export const userAbove = (): ApiError => new ApiError(403, 'user_above', 'This user has a role above your own.');

/** Whether a manager may remove another user's second factor: with a higher role, or if both have the top role. */
export const canResetFactor = (manager: Pick<Manager, 'role'>, user: Pick<UserRow, 'role'>): boolean =>
  manager.role === 'system_admin' ||
  (manager.role === 'super_admin' && user.role !== 'super_admin' && user.role !== 'system_admin');

const USERNAME = /^[\p{L}\p{N}][\p{L}\p{N}._@+-]{1,99}$/u;
export const PASSWORD_MIN_LENGTH = 12;
const PASSWORD_MAX_LENGTH = 1000;

/** Throws 422 for an invalid name. */
export const assertUsername = (text: string): void => {
  if (USERNAME.test(text)) return;
  throw invalid(
    'username',
    'A name has 2 to 100 letters, digits or . _ @ + - and begins with a letter or digit.',
    'invalid_username',
  );
};

export const usernameTaken = (): ApiError => invalid('username', 'This username is taken.', 'username_taken');

/** The fault of a password, at the desk and in operator data alike; undefined for a valid password. */
export const passwordFault = (password: string, username: string): string | undefined => {
  const length = [...password].length;
  const isEasy = new Set(password.toLowerCase()).size < 5 || password.toLowerCase() === username.toLowerCase();
  const isOfLength = length >= PASSWORD_MIN_LENGTH && password.length <= PASSWORD_MAX_LENGTH;
  if (isOfLength && !isEasy && !isCommonPassword(password)) return undefined;
  return `A password needs at least ${PASSWORD_MIN_LENGTH} characters, not only a few different ones, and must not be a common one.`;
};

/** Throws 422 for a weak password. */
export const assertPassword = (password: string, username: string): void => {
  const fault = passwordFault(password, username);
  if (fault !== undefined) throw invalid('password', fault, 'bad_password');
};

/** Whether a user exists. The row of a removed user only reserves the username. */
export const isExistingUser = (user: UserRow | undefined): user is UserRow =>
  user !== undefined && user.removedAtMs === undefined;
