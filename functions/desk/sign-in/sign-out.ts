import { closeDeskSession } from '../../domain/company/users/desk-session.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { cookieOf, droppedCookie } from '../cookie.ts';
import { deskEndpoint } from '../endpoint.ts';
import { withCookie } from '../visit.ts';
import { deskSignOut } from './routes.ts';

/** The session itself ends, so that copies of the cookie are no longer valid. */
export const handler = deskEndpoint(deskSignOut, async ({ request }) => {
  await closeDeskSession(cookieOf(request) ?? '');
  return withCookie(seeOther('/desk/sign-in'), droppedCookie());
});
