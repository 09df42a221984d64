import { closeDeskSession, openDeskSessionWithCode } from '../../domain/company/users/desk-session.ts';
import { ApiError } from '../../platform/errors.ts';
import { parseForm } from '../../pages/kit/form-values.ts';
import { cookieOf, signedInReply } from '../cookie.ts';
import { isSameOrigin } from '../forgery.ts';
import { pageEndpoint } from '../page-endpoint.ts';
import { signInCodePage } from './pages/sign-in-code.ts';
import { returnPath } from '../return-path.ts';
import { signInPage } from './pages/sign-in.ts';
import { deskSignInCode } from './routes.ts';

export const handler = pageEndpoint(deskSignInCode, async (request) => {
  const { typed } = await parseForm(request);
  const to = returnPath(typed.get('to'));
  if (!isSameOrigin(request)) return signInPage(request, { to, status: 403, fault: 'forged' });
  const challenge = typed.get('challenge');
  try {
    const cookie = await openDeskSessionWithCode({ challenge, code: typed.get('code') });
    const earlier = cookieOf(request);
    if (earlier !== undefined) await closeDeskSession(earlier);
    return signedInReply(to, cookie);
  } catch (error) {
    if (!(error instanceof ApiError) || ![401, 422, 429].includes(error.status)) throw error;
    if (error.status === 401) return signInPage(request, { to, status: 401, fault: 'over' });
    return signInCodePage(request, { to, challenge, refusal: error });
  }
});
