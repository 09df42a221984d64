import { endSecondFactor } from '../../domain/company/users/second-factor.ts';
import { ApiError } from '../../platform/errors.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { deskEndpoint } from '../endpoint.ts';
import { accountPage } from './pages/account.ts';
import { deskEndSecondFactor } from './routes.ts';

export const handler = deskEndpoint(deskEndSecondFactor, async (visit) => {
  const { user, session } = visit.at;
  try {
    await endSecondFactor(user, session, visit.form.get('code'));
    return seeOther('/desk/account?outcome=ended');
  } catch (error) {
    if (!(error instanceof ApiError) || ![409, 422, 429].includes(error.status)) throw error;
    return accountPage(visit, { refusal: error });
  }
});
