import { inviteUser } from '../../domain/company/users/manage.ts';
import { keyManager } from '../../domain/company/users/manage-rules.ts';
import { once } from '../../storage/idempotency.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { idempotencyOf } from '../../pipeline/idempotency.ts';
import { createUserRoute as route } from './routes.ts';
import { patchOf } from './schema.ts';

const DEFAULTS = { role: undefined, agency: false, can_cancel: false, can_list: true };

export const handler = endpoint(route, (request) => {
  const { company, caller } = request;
  const idempotency = idempotencyOf(route, request);
  return once(idempotency, () => {
    const { username, email, ...rights } = request.body;
    return inviteUser(
      keyManager(caller.company, company),
      { ...DEFAULTS, ...patchOf(rights), company, username, email },
      idempotency,
    );
  });
});
