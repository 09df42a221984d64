import { beginSecondFactor } from '../../domain/company/users/second-factor.ts';
import { typedPassword } from '../typed-password.ts';
import { deskEndpoint } from '../endpoint.ts';
import { refusalFrom } from '../form-idempotency.ts';
import { accountPage, secondFactorPage } from './pages/account.ts';
import { deskBeginSecondFactor } from './routes.ts';

/** Only this response contains the secret in plain text; the table contains it encrypted. */
export const handler = deskEndpoint(deskBeginSecondFactor, async (visit) => {
  try {
    return await secondFactorPage(visit, await beginSecondFactor(visit.at.user, typedPassword(visit.form)));
  } catch (error) {
    return accountPage(visit, { refusal: refusalFrom(error) });
  }
});
