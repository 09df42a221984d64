import { changeOwnPassword } from '../../domain/company/users/change-own-password.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { deskEndpoint } from '../endpoint.ts';
import { refusalFrom } from '../form-idempotency.ts';
import { typedPassword } from '../typed-password.ts';
import { accountPage } from './pages/account.ts';
import { deskChangeOwnPassword } from './routes.ts';

export const handler = deskEndpoint(deskChangeOwnPassword, async (visit) => {
  const typed = { current: typedPassword(visit.form, 'own_password'), next: typedPassword(visit.form) };
  try {
    await changeOwnPassword(visit.at, typed);
    return seeOther('/desk/account?outcome=password');
  } catch (error) {
    return accountPage(visit, { refusal: refusalFrom(error), of: 'password' });
  }
});
