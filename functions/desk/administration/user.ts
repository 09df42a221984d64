import { loadUser } from '../../domain/company/users/list-users.ts';
import { deskEndpoint } from '../endpoint.ts';
import { userPage } from './pages/user.ts';
import { deskUser } from './routes.ts';

export const handler = deskEndpoint(deskUser, async (visit) => {
  const { params, query } = visit.request;
  const user = await loadUser(visit.company.slug, params['username'] ?? '');
  return userPage(visit, user, { outcome: query['outcome'] });
});
