import { closeDeskSession } from '../../domain/company/users/desk-session.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { cookieOf, droppedCookie } from '../cookie.ts';
import { deskEndpoint } from '../endpoint.ts';
import { withCookie } from '../visit.ts';
import { deskSignOut } from './routes.ts';

/** The session ends for every holder of the cookie, not only for this browser. */
export const handler = deskEndpoint(deskSignOut, async ({ request }) => {
  await closeDeskSession(cookieOf(request) ?? '');
  return withCookie(seeOther('/desk/sign-in'), droppedCookie());
});
