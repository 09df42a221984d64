import { createUser } from '../../../domain/users/manage.ts';
import { ApiError } from '../../../platform/errors.ts';
import { seeOther } from '../../shop/reply.ts';
import { userPath } from '../codes.ts';
import { deskEndpoint } from '../endpoint.ts';
import { usersPage } from './pages/users.ts';
import { deskCreateUser } from './routes.ts';
import { typedPassword } from './typed-user.ts';
import { choicesOf } from './user-choices.ts';

export const handler = deskEndpoint(deskCreateUser, async (visit) => {
  const { at, company, form } = visit;
  const username = form.get('username');
  try {
    await createUser(at.user, {
      ...choicesOf(visit),
      company: company.slug,
      username,
      password: typedPassword(form),
    });
    return seeOther(`${userPath(username)}?told=created`);
  } catch (error) {
    if (!(error instanceof ApiError) || ![409, 422].includes(error.status)) throw error;
    return usersPage(visit, error);
  }
});
