import { listUsers } from '../../domain/company/users/list-users.ts';
import { presentUser } from '../../domain/company/users/present.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { pageLimit } from '../../pipeline/parse.ts';
import { listUsersRoute } from './routes.ts';

const PAGE = 50;

export const handler = endpoint(listUsersRoute, async ({ company, query }) => {
  const page = await listUsers(company, {
    limit: pageLimit(query.limit, PAGE),
    startingAfter: query.starting_after,
  });
  return { status: 200, body: { ...page, data: page.data.map(presentUser) } };
});
