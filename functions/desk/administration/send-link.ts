import { resendLink } from '../../domain/company/users/manage.ts';
import { deskEndpoint } from '../endpoint.ts';
import { deskSendLink } from './routes.ts';
import { changing } from './typed-user.ts';

export const handler = deskEndpoint(deskSendLink, (visit) =>
  changing(visit, 'sent', (named) => resendLink(visit.at.user, named)),
);
