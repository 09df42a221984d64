import { resetSecondFactor } from '../../domain/company/users/manage.ts';
import { deskEndpoint } from '../endpoint.ts';
import { deskResetSecondFactor } from './routes.ts';
import { changeUserInPath } from './user-in-path.ts';

export const handler = deskEndpoint(deskResetSecondFactor, (visit) =>
  changeUserInPath(visit, 'factor', (named) => resetSecondFactor(visit.at.user, named)),
);
