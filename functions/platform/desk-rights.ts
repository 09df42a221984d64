/** What the pages of the counter ask for. `open` asks for nobody to be signed in, `enter` for anybody who is. */
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
  'door_list',
  'reports',
] as const;

/** What the pages of the administration ask for. */
const ADMINISTRATION_RIGHTS = [
  'keys',
  'webhooks',
  'brand',
  'order_page',
  'audit',
  'users',
  'companies',
  'second_factor',
] as const;

/** What somebody may do at the desk. It follows from the role of the user (functions/domain/company/settings/roles.ts). */
export const DESK_RIGHTS = [...COUNTER_RIGHTS, ...ADMINISTRATION_RIGHTS] as const;

export type DeskRight = (typeof DESK_RIGHTS)[number];

/** Whether a page belongs to the administration and not to the counter. */
export const isAdministration = (right: DeskRight): boolean =>
  (ADMINISTRATION_RIGHTS as readonly DeskRight[]).includes(right);
