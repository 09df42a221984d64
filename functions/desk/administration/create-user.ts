import { inviteUser } from '../../domain/company/users/manage.ts';
import { once } from '../../storage/idempotency.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { userPath } from '../codes.ts';
import { deskEndpoint } from '../endpoint.ts';
import { formIdempotency, refusalFrom } from '../form-idempotency.ts';
import { assertOwnPasswordTyped } from '../own-password.ts';
import { usersPage } from './pages/users.ts';
import { deskCreateUser as route } from './routes.ts';
import { assertEmail, choicesOf } from './user-choices.ts';

/** A repeated form does not invite a second user. */
export const handler = deskEndpoint(route, async (visit) => {
  const { at, company, form } = visit;
  const email = form.get('email');
  const username = form.get('username') || email.toLowerCase();
  try {
    await assertOwnPasswordTyped(visit);
    const choices = choicesOf(visit);
    const idempotency = formIdempotency(visit, route, { username, email, ...choices });
    const newUser = { ...choices, company: company.slug, username, email: assertEmail(email) };
    await once(idempotency, () => inviteUser(at.user, newUser, idempotency));
    return seeOther(`${userPath(username)}?outcome=created`);
  } catch (error) {
    return usersPage(visit, refusalFrom(error));
  }
});
