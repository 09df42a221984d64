import { removeUser } from '../../domain/company/users/manage.ts';
import { invalid } from '../../platform/errors.ts';
import { once } from '../../storage/idempotency.ts';
import { deskEndpoint } from '../endpoint.ts';
import { formIdempotency } from '../form-idempotency.ts';
import { deskRemoveUser as route } from './routes.ts';
import { changeUserInPath } from './user-in-path.ts';

/** A repeat shows the same outcome, although the user no longer exists. */
export const handler = deskEndpoint(route, (visit) =>
  changeUserInPath(visit, 'removed', async (named) => {
    if (visit.form.get('sure') !== 'yes') throw invalid('sure', 'Tick the box to confirm.', 'not_sure');
    const idempotency = formIdempotency(visit, route, named);
    await once(idempotency, () => removeUser(visit.at.user, named, { idempotency }));
  }),
);
