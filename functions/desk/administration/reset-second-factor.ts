import { resetSecondFactor } from '../../domain/company/users/manage.ts';
import { deskEndpoint } from '../endpoint.ts';
import { deskResetSecondFactor } from './routes.ts';
import { changing } from './typed-user.ts';

export const handler = deskEndpoint(deskResetSecondFactor, (visit) =>
  changing(visit, 'factor', (named) => resetSecondFactor(visit.at.user, named)),
);
