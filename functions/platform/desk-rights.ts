/** Rights for pages of the counter. `open` needs no session, `enter` any session. */
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

/** Rights for pages of the administration. */
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

/** A permission at the desk. It follows from the role of the user (functions/domain/company/settings/roles.ts). */
const DESK_RIGHTS = [...COUNTER_RIGHTS, ...ADMINISTRATION_RIGHTS] as const;

export type DeskRight = (typeof DESK_RIGHTS)[number];
