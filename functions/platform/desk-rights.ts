/**
 * What somebody may do at the desk. `open` asks for nobody to be signed in, `enter` for anybody who is; the others follow
 * from the role of the user (functions/domain/users/roles.ts).
 */
export const DESK_RIGHTS = [
  'open',
  'enter',
  'redeem',
  'redeem_group',
  'look_up',
  'search',
  'resend',
  'cancel',
  'refund',
  'fulfil',
  'door_list',
  'reports',
  'keys',
  'webhooks',
  'brand',
  'order_page',
  'audit',
  'users',
  'companies',
  'second_factor',
] as const;

export type DeskRight = (typeof DESK_RIGHTS)[number];
