import { removeUser } from '../../domain/company/users/manage.ts';
import { KEY_MANAGER } from '../../domain/company/users/manage-rules.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { removeUserRoute } from './routes.ts';

export const handler = endpoint(removeUserRoute, ({ company, params, ifMatch }) =>
  removeUser(KEY_MANAGER, { company, username: params['username'] ?? '' }, { ifMatch }),
);
