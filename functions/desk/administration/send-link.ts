import { resendLink } from '../../domain/company/users/manage.ts';
import { deskEndpoint } from '../endpoint.ts';
import { deskSendLink } from './routes.ts';
import { changeUserInPath } from './user-in-path.ts';

export const handler = deskEndpoint(deskSendLink, (visit) =>
  changeUserInPath(visit, 'sent', (named) => resendLink(visit.at.user, named)),
);
