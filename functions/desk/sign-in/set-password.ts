import { closeDeskSession, openDeskSessionOf } from '../../domain/company/users/desk-session.ts';
import { openLink, setPasswordByLink, type OpenLink } from '../../domain/company/users/links.ts';
import { consumePasswordCheckLimit } from '../../domain/company/users/sign-in-limits.ts';
import type { UserRow } from '../../domain/company/users/rows.ts';
import { withinCause } from '../../platform/cause.ts';
import { ApiError } from '../../platform/errors.ts';
import type { PublicRequest } from '../../pipeline/public-endpoint.ts';
import type { Reply } from '../../pipeline/request.ts';
import { parseForm } from '../../pages/kit/form-values.ts';
import { cookieOf, signedInReply } from '../cookie.ts';
import { isSameOrigin } from '../forgery.ts';
import { textsOf } from '../language.ts';
import { pageEndpoint } from '../page-endpoint.ts';
import { LINK_TEXTS } from '../texts/links.ts';
import { USER_TEXTS } from '../texts/users.ts';
import { typedPassword } from '../typed-password.ts';
import { languageWith, linkOverPage, passwordSetPage, setPasswordPage } from './pages/set-password.ts';
import { signInCodePage } from './pages/sign-in-code.ts';
import { deskSetPassword as route } from './routes.ts';

/**
 * Sets the password of the user to whom the link was sent, once, and signs the user in. If the user has a second
 * factor, it is requested first.
 */
export const handler = pageEndpoint(route, async (request) => {
  const { typed } = await parseForm(request);
  const token = typed.get('token');
  const open = await openLink(token);
  if (!open) return linkOverPage(request);
  const language = languageWith(request, open);
  if (!isSameOrigin(request)) {
    return setPasswordPage(request, { token, open, status: 403, fault: textsOf(language).signIn.forged });
  }
  try {
    await consumePasswordCheckLimit(request.address);
    return await enter(request, await acceptLink(request, open, typedPassword(typed)), open);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, code, headers } = error;
    if (status === 410) return linkOverPage(request);
    if (status !== 422 && status !== 429) throw error;
    const minutes = Math.max(1, Math.ceil(Number(headers['Retry-After'] ?? 0) / 60));
    const fault = status === 429 ? LINK_TEXTS[language].tooMany(minutes) : USER_TEXTS[language].refusals[code];
    return setPasswordPage(request, { token, open, status, fault, headers });
  }
});

const acceptLink = ({ requestId }: PublicRequest, open: OpenLink, password: string): Promise<UserRow> => {
  const { username, company } = open.user;
  const by = { user: username, company, door: 'desk' as const };
  return withinCause({ company, operation: route.name, by, requestId, subject: {} }, () =>
    setPasswordByLink(open, password),
  );
};

/** Signs the user in. A new administrator begins with the steps to a first sale. */
const enter = async (request: PublicRequest, user: UserRow, open: OpenLink): Promise<Reply> => {
  const earlier = cookieOf(request);
  if (earlier !== undefined) await closeDeskSession(earlier);
  if (user.role === undefined) return passwordSetPage(request, languageWith(request, open));
  const opened = await openDeskSessionOf(user);
  if ('cookie' in opened)
    return signedInReply(
      open.link.kind === 'invitation' && user.role === 'super_admin' ? '/desk/set-up' : '/desk',
      opened.cookie,
    );
  return signInCodePage(request, { to: '/desk', challenge: opened.challenge });
};
