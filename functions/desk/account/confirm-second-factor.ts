import { confirmSecondFactor, pendingSecret } from '../../domain/company/users/second-factor.ts';
import { ApiError } from '../../platform/errors.ts';
import { deskEndpoint } from '../endpoint.ts';
import { accountPage, recoveryPage, secondFactorPage } from './pages/account.ts';
import { deskConfirmSecondFactor } from './routes.ts';

/** After a wrong code the same secret is shown again. */
export const handler = deskEndpoint(deskConfirmSecondFactor, async (visit) => {
  const { user, session } = visit.at;
  try {
    return await recoveryPage(visit, await confirmSecondFactor(user, session, visit.form.get('code')));
  } catch (error) {
    if (!(error instanceof ApiError) || ![409, 422, 429].includes(error.status)) throw error;
    const secret = error.status === 409 ? undefined : await pendingSecret(user);
    return secret === undefined ? accountPage(visit, { refusal: error }) : secondFactorPage(visit, secret, error);
  }
});
