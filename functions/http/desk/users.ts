import { usersPage } from './pages/users.ts';
import { deskUsers } from './admin-routes.ts';
import { deskEndpoint } from './endpoint.ts';

export const handler = deskEndpoint(deskUsers, (visit) => usersPage(visit));
