import { decodeCursor, listPage, type ListPage, type PageRequest } from '../../../storage/cursors.ts';
import { getRow, getRows, queryPage, type Key } from '../../../storage/table.ts';
import { notFound } from '../../../platform/errors.ts';
import { isExistingUser } from './manage-rules.ts';
import { userKey, usersOf, type UserRow } from './rows.ts';

/** The users of a company by username. Throws 422 on `starting_after`. */
export const listUsers = async (company: string, page: PageRequest): Promise<ListPage<UserRow>> => {
  const identity = { company, list: 'users' };
  const after = decodeCursor<string>(identity, page.startingAfter);
  const { rows: keys } = await queryPage<Key & { ix1sk: string }>({
    ...usersOf(company),
    ...(after === undefined ? {} : { from: `${after}\u0000` }),
    limit: page.limit + 1,
  });
  const rows = await getRows(keys.slice(0, page.limit), { consistent: true });
  const users = keys.slice(0, page.limit).flatMap((key) => rows.get<UserRow>(key) ?? []);
  const next = keys.length > page.limit ? keys[page.limit - 1]?.ix1sk : undefined;
  return listPage(identity, users.filter(isExistingUser), next);
};

/** A user of a company. Throws 404 for a user of another company. */
export const loadUser = async (company: string, username: string): Promise<UserRow> => {
  const user = await getRow<UserRow>(userKey(username), { consistent: true });
  if (!isExistingUser(user) || user.company !== company) throw notFound('user');
  return user;
};

/** Whether a company has more than one user, including invited users. */
export const hasSeveralUsers = async (company: string): Promise<boolean> =>
  (await queryPage({ ...usersOf(company), limit: 2 })).rows.length > 1;
