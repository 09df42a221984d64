import { legacy } from '../../platform/messages/legacy.ts';
import { legacyEndpoint } from './endpoint.ts';
import { ping as route } from './read-routes.ts';

export const handler = legacyEndpoint(route, ({ user, company }) =>
  Promise.resolve({ status: 200, body: legacy('logged_in', { user: user.username, company: company.name }) }),
);
