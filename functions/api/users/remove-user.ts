import { removeUser } from '../../domain/company/users/manage.ts';
import { keyManager } from '../../domain/company/users/manage-rules.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { removeUserRoute } from './routes.ts';

export const handler = endpoint(removeUserRoute, ({ company, caller, params, ifMatch }) =>
  removeUser(keyManager(caller.company, company), { company, username: params['username'] ?? '' }, { ifMatch }),
);
