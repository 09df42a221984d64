import { deskEndpoint } from '../endpoint.ts';
import { usersPage } from './pages/users.ts';
import { deskUsers } from './routes.ts';

export const handler = deskEndpoint(deskUsers, (visit) => usersPage(visit));
