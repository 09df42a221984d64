import { setPassword } from '../../domain/company/users/manage.ts';
import { deskEndpoint } from '../endpoint.ts';
import { deskSetPassword } from './routes.ts';
import { typedPassword } from '../typed-password.ts';
import { changing } from './typed-user.ts';

export const handler = deskEndpoint(deskSetPassword, (visit) =>
  changing(visit, 'password', (named) => setPassword(visit.at.user, named, typedPassword(visit.form))),
);
