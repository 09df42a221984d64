import { changeUser } from '../../domain/users/manage.ts';
import { deskChangeUser } from './admin-routes.ts';
import { changing, choicesOf } from './typed-user.ts';
import { deskEndpoint } from './endpoint.ts';

export const handler = deskEndpoint(deskChangeUser, (visit) =>
  changing(visit, 'changed', (named) => changeUser(visit.at.user, named, choicesOf(visit))),
);
