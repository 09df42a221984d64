import * as z from 'zod/mini';
import { emailSchema } from '../../../platform/email-address.ts';
import { flag, identifier, optional } from './fields.ts';
import { DESK_ROLES } from './roles.ts';

/** Changeable members of a user, in the operator data file and in the API alike. */
const userRights = {
  agency: flag(false),
  can_cancel: flag(false),
  can_list: flag(true),
  /** Role at the desk; absent: no access to the desk. */
  role: optional(z.enum(DESK_ROLES)),
};

/** A user of a company. A password in the file is checked by the desk's rules. */
export const userMembers = {
  username: identifier,
  email: optional(emailSchema()),
  ...userRights,
};
