import { setPassword } from '../../domain/users/manage.ts';
import { deskSetPassword } from './admin-routes.ts';
import { changing, typedPassword } from './typed-user.ts';
import { deskEndpoint } from './endpoint.ts';

export const handler = deskEndpoint(deskSetPassword, (visit) =>
  changing(visit, 'password', (named) => setPassword(visit.at.user, named, typedPassword(visit.form))),
);
