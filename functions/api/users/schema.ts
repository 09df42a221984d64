import * as z from 'zod/mini';
import { DESK_ROLES } from '../../domain/company/settings/roles.ts';
import type { UserPatch } from '../../domain/company/users/manage.ts';
import { emailSchema } from '../../platform/email-address.ts';
import { lazy } from '../../platform/lazy.ts';
import { upTo } from '../../platform/length-between.ts';

/** Query of GET /v2/users. */
export const listUsersQuery = z.object({ limit: z.optional(z.string()), starting_after: z.optional(z.string()) });

const flag = () => z.optional(z.nullable(z.boolean()));

const rights = () => ({
  role: z.optional(z.nullable(z.enum(DESK_ROLES))),
  agency: flag(),
  can_cancel: flag(),
  can_list: flag(),
});

const NAME_MAX = 500;

export const createUserBody = lazy(() =>
  z.strictObject({ username: z.string().check(upTo(NAME_MAX)), email: emailSchema(), ...rights() }),
);

/** A merge patch. `username` is accepted if it is the same as in the path. */
export const updateUserBody = lazy(() =>
  z.strictObject({ username: z.optional(z.string()), email: z.optional(z.nullable(emailSchema())), ...rights() }),
);

type Rights = z.output<ReturnType<typeof updateUserBody>>;

/** The changes to a user. Null restores the default, as in operator data. */
export const patchOf = ({ role, email, agency, can_cancel, can_list }: Rights): UserPatch => ({
  ...(email === undefined ? {} : { email: email ?? undefined }),
  ...(role === undefined ? {} : { role: role ?? undefined }),
  ...(agency === undefined ? {} : { agency: agency ?? false }),
  ...(can_cancel === undefined ? {} : { can_cancel: can_cancel ?? false }),
  ...(can_list === undefined ? {} : { can_list: can_list ?? true }),
});
