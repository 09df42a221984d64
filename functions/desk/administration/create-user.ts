import { assertMadeWith, createUser } from '../../domain/company/users/manage.ts';
import { ApiError } from '../../platform/errors.ts';
import { once } from '../../storage/idempotency.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { userPath } from '../codes.ts';
import { deskEndpoint } from '../endpoint.ts';
import { formIdempotency } from '../form-idempotency.ts';
import { assertOwnPasswordTyped } from '../own-password.ts';
import { usersPage } from './pages/users.ts';
import { deskCreateUser as route } from './routes.ts';
import { typedPassword } from '../typed-password.ts';
import { choicesOf } from './user-choices.ts';

/** A form makes one user: sent again it leads to that one. */
export const handler = deskEndpoint(route, async (visit) => {
  const { at, company, form } = visit;
  const username = form.get('username');
  try {
    await assertOwnPasswordTyped(visit);
    const choices = choicesOf(visit);
    const password = typedPassword(form);
    const idempotency = formIdempotency(visit, route, { username, ...choices });
    const wanted = { ...choices, company: company.slug, username, password };
    const { headers } = await once(idempotency, () => createUser(at.user, wanted, idempotency));
    if (headers?.['Idempotency-Replayed'] === 'true') await assertMadeWith(username, password);
    return seeOther(`${userPath(username)}?told=created`);
  } catch (error) {
    if (!(error instanceof ApiError) || ![409, 422, 429].includes(error.status)) throw error;
    return usersPage(visit, error);
  }
});
