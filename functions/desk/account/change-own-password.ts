import { changeOwnPassword } from '../../domain/company/users/change-own-password.ts';
import { ApiError } from '../../platform/errors.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { deskEndpoint } from '../endpoint.ts';
import { typedPassword } from '../typed-password.ts';
import { accountPage } from './pages/account.ts';
import { deskChangeOwnPassword } from './routes.ts';

export const handler = deskEndpoint(deskChangeOwnPassword, async (visit) => {
  const typed = { current: typedPassword(visit.form, 'own_password'), next: typedPassword(visit.form) };
  try {
    await changeOwnPassword(visit.at, typed);
    return seeOther('/desk/account?outcome=password');
  } catch (error) {
    if (!(error instanceof ApiError) || ![409, 422, 429].includes(error.status)) throw error;
    return accountPage(visit, { refusal: error, of: 'password' });
  }
});
