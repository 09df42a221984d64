import { loadUser } from '../../domain/company/users/list-users.ts';
import { presentUser, userTag } from '../../domain/company/users/present.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { readUserRoute } from './routes.ts';

export const handler = endpoint(readUserRoute, async ({ company, params }) => {
  const user = await loadUser(company, params['username'] ?? '');
  return { status: 200, headers: { ETag: userTag(user) }, body: presentUser(user) };
});
