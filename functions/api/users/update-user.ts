import { changeUser } from '../../domain/company/users/manage.ts';
import { keyManager } from '../../domain/company/users/manage-rules.ts';
import { invalid } from '../../platform/errors.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { onceIfKeyed } from '../../pipeline/idempotency.ts';
import { updateUserRoute as route } from './routes.ts';
import { patchOf } from './schema.ts';

export const handler = endpoint(route, (request) => {
  const { company, caller, params, ifMatch } = request;
  const username = params['username'] ?? '';
  return onceIfKeyed(route, request, (idempotency) => {
    const { body } = request;
    if (body.username !== undefined && body.username !== username)
      throw invalid('username', 'The name of a user cannot change.');
    return changeUser(keyManager(caller.company, company), { company, username }, patchOf(body), {
      ifMatch,
      idempotency,
    });
  });
});
