import type { DeskRight } from '../../../platform/desk-rights.ts';

/** Roles of users at the desk, named as in the operator data file. */
export const DESK_ROLES = ['staff', 'manager', 'super_admin', 'system_admin'] as const;
export type DeskRole = (typeof DESK_ROLES)[number];

/** Members of a user that determine the user's permissions. */
export interface DeskUser {
  role?: DeskRole | undefined;
  company: string;
  agency: boolean;
  can_cancel: boolean;
  can_list: boolean;
}

const STAFF: readonly DeskRight[] = ['enter', 'redeem', 'redeem_group', 'look_up', 'search', 'resend', 'door_list'];
const MANAGER: readonly DeskRight[] = [
  ...STAFF,
  'cancel',
  'refund',
  'fulfill',
  'shipments',
  'issue',
  'reports',
  'campaigns',
  'catalog',
];
const ADMIN: readonly DeskRight[] = [
  ...MANAGER,
  'keys',
  'webhooks',
  'brand',
  'order_page',
  'audit',
  'settings',
  'users',
  'accounts',
  'second_factor',
];
const SYSTEM_ADMIN: readonly DeskRight[] = [...ADMIN, 'companies', 'payouts'];

const BY_ROLE: Readonly<Record<DeskRole, readonly DeskRight[]>> = {
  staff: STAFF,
  manager: MANAGER,
  super_admin: ADMIN,
  system_admin: SYSTEM_ADMIN,
};

/** Permissions for the company itself. Users of an agency do not have them in assigned companies. */
const OF_OWN_COMPANY: ReadonlySet<DeskRight> = new Set(['keys', 'audit', 'users']);

/**
 * Permissions of a user who acts for a company. Restrictions of the legacy API also apply: users of an agency cannot
 * redeem whole orders, staff need `can_cancel` to cancel, and search and reports with full codes require `can_list`.
 */
export const rightsOf = (user: DeskUser, acting: string): ReadonlySet<DeskRight> => {
  if (user.role === undefined) return new Set();
  const rights = new Set<DeskRight>(BY_ROLE[user.role]);
  if (user.can_cancel) rights.add('cancel');
  if (user.agency) rights.delete('redeem_group');
  if (!user.can_list) rights.delete('search');
  if (acting !== user.company && user.role !== 'system_admin') {
    for (const right of OF_OWN_COMPANY) rights.delete(right);
  }
  return rights;
};

/**
 * Whether a user may act for a company: the user's own company, an assigned company for users of an agency, or any
 * company for a system administrator.
 */
export const canActOn = (user: DeskUser, assigned: readonly string[], company: string): boolean =>
  company === user.company || user.role === 'system_admin' || (user.agency && assigned.includes(company));
