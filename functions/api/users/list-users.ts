import { listUsers } from '../../domain/company/users/list-users.ts';
import { presentUser } from '../../domain/company/users/present.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { pageOf } from '../../pipeline/parse.ts';
import { listUsersRoute } from './routes.ts';

export const handler = endpoint(listUsersRoute, async ({ company, query }) => {
  const page = await listUsers(company, pageOf(query, 50));
  return { status: 200, body: { ...page, data: page.data.map(presentUser) } };
});
