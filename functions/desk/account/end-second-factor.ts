import { endSecondFactor } from '../../domain/company/users/second-factor.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { deskEndpoint } from '../endpoint.ts';
import { refusalFrom } from '../form-idempotency.ts';
import { accountPage } from './pages/account.ts';
import { deskEndSecondFactor } from './routes.ts';

export const handler = deskEndpoint(deskEndSecondFactor, async (visit) => {
  const { user, session } = visit.at;
  try {
    await endSecondFactor(user, session, visit.form.get('code'));
    return seeOther('/desk/account?outcome=ended');
  } catch (error) {
    return accountPage(visit, { refusal: refusalFrom(error) });
  }
});
