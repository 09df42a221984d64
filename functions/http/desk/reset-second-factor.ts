import { resetSecondFactor } from '../../domain/users/manage.ts';
import { deskResetSecondFactor } from './admin-routes.ts';
import { changing } from './typed-user.ts';
import { deskEndpoint } from './endpoint.ts';

export const handler = deskEndpoint(deskResetSecondFactor, (visit) =>
  changing(visit, 'factor', (named) => resetSecondFactor(visit.at.user, named)),
);
