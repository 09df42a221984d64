import { confirmSecondFactor, pendingSecret } from '../../domain/company/users/second-factor.ts';
import { deskEndpoint } from '../endpoint.ts';
import { refusalFrom } from '../form-idempotency.ts';
import { accountPage, recoveryPage, secondFactorPage } from './pages/account.ts';
import { deskConfirmSecondFactor } from './routes.ts';

/** After a wrong code the same secret is shown again. */
export const handler = deskEndpoint(deskConfirmSecondFactor, async (visit) => {
  const { user, session } = visit.at;
  try {
    return await recoveryPage(visit, await confirmSecondFactor(user, session, visit.form.get('code')));
  } catch (error) {
    const refusal = refusalFrom(error);
    const secret = refusal.status === 409 ? undefined : await pendingSecret(user);
    return secret === undefined ? accountPage(visit, { refusal }) : secondFactorPage(visit, secret, refusal);
  }
});
