import { removeUser } from '../../../domain/users/manage.ts';
import { invalid } from '../../../platform/errors.ts';
import { deskEndpoint } from '../endpoint.ts';
import { deskRemoveUser } from './routes.ts';
import { changing } from './typed-user.ts';

export const handler = deskEndpoint(deskRemoveUser, (visit) =>
  changing(visit, 'removed', async (named) => {
    if (visit.form.get('sure') !== 'yes') throw invalid('sure', 'Tick the box to confirm.', 'not_sure');
    await removeUser(visit.at.user, named);
  }),
);
