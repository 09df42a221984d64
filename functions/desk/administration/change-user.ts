import { changeUser } from '../../domain/company/users/manage.ts';
import { deskEndpoint } from '../endpoint.ts';
import { deskChangeUser } from './routes.ts';
import { changeUserInPath } from './user-in-path.ts';
import { assertEmail, choicesOf, differingIn } from './user-choices.ts';

export const handler = deskEndpoint(deskChangeUser, (visit) =>
  changeUserInPath(visit, 'changed', async (named) => {
    const email = visit.form.get('email');
    const typed = { ...choicesOf(visit), email: email === '' ? undefined : assertEmail(email) };
    await changeUser(visit.at.user, named, differingIn(visit, typed));
  }),
);
