import { changeUser } from '../../domain/company/users/manage.ts';
import { deskEndpoint } from '../endpoint.ts';
import { deskChangeUser } from './routes.ts';
import { changing } from './typed-user.ts';
import { choicesOf } from './user-choices.ts';

export const handler = deskEndpoint(deskChangeUser, (visit) =>
  changing(visit, 'changed', (named) => changeUser(visit.at.user, named, choicesOf(visit))),
);
