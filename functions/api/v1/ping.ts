import { legacyEndpoint } from './endpoint.ts';
import { ping as route } from './read-routes.ts';

export const handler = legacyEndpoint(route, ({ user, company }) =>
  Promise.resolve({ status: 200, body: `Logged in as ${user.username} of ${company.name}.` }),
);
