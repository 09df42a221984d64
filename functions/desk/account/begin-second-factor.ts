import { beginSecondFactor } from '../../domain/company/users/second-factor.ts';
import { ApiError } from '../../platform/errors.ts';
import { typedPassword } from '../typed-password.ts';
import { deskEndpoint } from '../endpoint.ts';
import { accountPage, secondFactorPage } from './pages/account.ts';
import { deskBeginSecondFactor } from './routes.ts';

/** Only this response contains the secret in plain text; the table contains it encrypted. */
export const handler = deskEndpoint(deskBeginSecondFactor, async (visit) => {
  try {
    return await secondFactorPage(visit, await beginSecondFactor(visit.at.user, typedPassword(visit.form)));
  } catch (error) {
    if (!(error instanceof ApiError) || ![409, 422, 429].includes(error.status)) throw error;
    return accountPage(visit, { refusal: error });
  }
});
