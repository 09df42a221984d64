import { requestPasswordReset } from '../../domain/company/users/forgotten-password.ts';
import { EMAIL_MAX, isEmailAddress } from '../../platform/email-address.ts';
import { ApiError } from '../../platform/errors.ts';
import { parseForm } from '../../pages/kit/form-values.ts';
import { isSameOrigin } from '../forgery.ts';
import { textsOf } from '../language.ts';
import { pageEndpoint } from '../page-endpoint.ts';
import { LINK_TEXTS } from '../texts/links.ts';
import { USER_TEXTS } from '../texts/users.ts';
import { preferredLanguage } from '../visit.ts';
import { forgottenPasswordPage, linkSentPage } from './pages/forgotten-password.ts';
import { deskForgottenPassword } from './routes.ts';

/** The response and its duration do not reveal whether the email address belongs to a user. */
export const handler = pageEndpoint(deskForgottenPassword, async (request) => {
  const { typed } = await parseForm(request);
  const email = typed.get('email').slice(0, EMAIL_MAX);
  const language = preferredLanguage(request);
  if (!isSameOrigin(request)) {
    return forgottenPasswordPage(request, { email, status: 403, fault: textsOf(language).signIn.forged });
  }
  if (!isEmailAddress(email)) {
    const fault = USER_TEXTS[language].refusals['invalid_email'] ?? '';
    return forgottenPasswordPage(request, { email, status: 422, fault });
  }
  try {
    await requestPasswordReset({ email, address: request.address, language });
    return await linkSentPage(request, email);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 429) throw error;
    const minutes = Math.max(1, Math.ceil(Number(error.headers['Retry-After'] ?? 0) / 60));
    const fault = LINK_TEXTS[language].tooMany(minutes);
    return forgottenPasswordPage(request, { email, status: 429, fault, headers: error.headers });
  }
});
