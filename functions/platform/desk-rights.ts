/** Permissions for the pages of the counter. `open` requires no session, `enter` any session. */
const COUNTER_RIGHTS = [
  'open',
  'enter',
  'redeem',
  'redeem_group',
  'look_up',
  'search',
  'resend',
  'cancel',
  'refund',
  'fulfill',
  'shipments',
  'issue',
  'door_list',
  'reports',
  'campaigns',
] as const;

/** Permissions for the pages of the administration. */
const ADMINISTRATION_RIGHTS = [
  'catalog',
  'keys',
  'webhooks',
  'brand',
  'order_page',
  'audit',
  'settings',
  'users',
  'accounts',
  'companies',
  'payouts',
  'second_factor',
] as const;

/** A right at the desk. The role of a user determines it (functions/domain/company/settings/roles.ts). */
const DESK_RIGHTS = [...COUNTER_RIGHTS, ...ADMINISTRATION_RIGHTS] as const;

export type DeskRight = (typeof DESK_RIGHTS)[number];
