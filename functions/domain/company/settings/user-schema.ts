import * as z from 'zod/mini';
import { emailSchema } from '../../../platform/email-address.ts';
import { flag, handle, maybe } from './fields.ts';
import { DESK_ROLES } from './roles.ts';

/** Members of a user that are chosen, in the operator data file and in the API alike. */
export const userRights = {
  agency: flag(false),
  can_cancel: flag(false),
  can_list: flag(true),
  /** Role at the desk; absent: the desk is closed to the user. */
  role: maybe(z.enum(DESK_ROLES)),
};

/** A user of a company. A password of the file is checked by the rules of the desk. */
export const userMembers = {
  username: handle,
  email: maybe(emailSchema()),
  ...userRights,
};
