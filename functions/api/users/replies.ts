import * as z from 'zod/mini';
import { DESK_ROLES } from '../../domain/company/settings/roles.ts';
import { listOf, timestamp } from '../../pipeline/shapes.ts';

const user = z.strictObject({
  object: z.literal('user'),
  username: z.string(),
  email: z.nullable(z.string()),
  role: z.nullable(z.enum(DESK_ROLES)),
  agency: z.boolean(),
  can_cancel: z.boolean(),
  can_list: z.boolean(),
  status: z.enum(['active', 'invited']),
  invitation_expires_at: z.nullable(timestamp),
  second_factor: z.boolean(),
});

/** Responses of the user routes. */
export const userReplies = { User: user, UserList: listOf(user) };
