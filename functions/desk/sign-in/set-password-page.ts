import { openLink } from '../../domain/company/users/links.ts';
import { pageEndpoint } from '../page-endpoint.ts';
import { linkOverPage, setPasswordPage } from './pages/set-password.ts';
import { deskSetPasswordPage } from './routes.ts';

/** Opening the page does not use the link, because email scanners open links as well. */
export const handler = pageEndpoint(deskSetPasswordPage, async (request) => {
  const token = request.query['token'] ?? '';
  const open = await openLink(token);
  return open ? setPasswordPage(request, { token, open }) : linkOverPage(request);
});
