import { findDeskSession } from '../../domain/company/users/desk-session.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { cookieOf } from '../cookie.ts';
import { pageEndpoint } from '../page-endpoint.ts';
import { returnPath } from '../return-path.ts';
import { signInPage } from './pages/sign-in.ts';
import { deskSignInPage } from './routes.ts';

/** Why the user was redirected to sign-in. */
const FAULTS = ['not-sent', 'no-cookie'] as const;

/** A user who is already signed in is redirected to the requested page. */
export const handler = pageEndpoint(deskSignInPage, async (request) => {
  const to = returnPath(request.query['to']);
  const cookie = cookieOf(request);
  if (cookie !== undefined && (await findDeskSession(cookie))) return seeOther(to);
  const fault = FAULTS.find((each) => each === request.query['why']);
  return signInPage(request, { to, ...(fault === undefined ? {} : { fault }) });
});
