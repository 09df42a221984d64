import { closeDeskSession, openDeskSession } from '../../domain/company/users/desk-session.ts';
import { ApiError } from '../../platform/errors.ts';
import { parseForm } from '../../pages/kit/form-values.ts';
import { cookieOf, signedInReply } from '../cookie.ts';
import { isSameOrigin } from '../forgery.ts';
import { pageEndpoint } from '../page-endpoint.ts';
import { typedPassword } from '../typed-password.ts';
import { signInCodePage } from './pages/sign-in-code.ts';
import { returnPath } from '../return-path.ts';
import { signInPage } from './pages/sign-in.ts';
import { deskSignIn } from './routes.ts';

const USERNAME_MAX = 255;
const PASSWORD_MAX = 1000;

/** Signing in always creates a new session and ends the one of an existing cookie. */
export const handler = pageEndpoint(deskSignIn, async (request) => {
  const { typed } = await parseForm(request);
  const to = returnPath(typed.get('to'));
  const username = typed.get('username').slice(0, USERNAME_MAX).toWellFormed();
  if (!isSameOrigin(request)) return signInPage(request, { to, username, status: 403, fault: 'forged' });
  try {
    const password = typedPassword(typed).slice(0, PASSWORD_MAX);
    const opened = await openDeskSession({ username, password, address: request.address });
    if ('challenge' in opened) return await signInCodePage(request, { to, challenge: opened.challenge });
    const earlier = cookieOf(request);
    if (earlier !== undefined) await closeDeskSession(earlier);
    return signedInReply(to, opened.cookie);
  } catch (error) {
    if (!(error instanceof ApiError) || ![401, 429].includes(error.status)) throw error;
    const waitSeconds = Number(error.headers['Retry-After'] ?? 0);
    const fault = error.status === 429 ? { tooManyForSeconds: waitSeconds } : 'wrong';
    return signInPage(request, { to, username, status: error.status, fault, headers: error.headers });
  }
});
