import { PAGE_LANGUAGES } from '../../platform/page-languages.ts';
import { chooseCompany, chooseLanguage } from '../../domain/company/users/desk-session.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { deskEndpoint } from '../endpoint.ts';
import { claimedPage } from '../forgery.ts';
import { returnPath } from '../return-path.ts';
import { deskSettings } from './routes.ts';

export const handler = deskEndpoint(deskSettings, async ({ at, form }) => {
  if (form.has('company')) await chooseCompany(at, form.get('company'));
  const language = PAGE_LANGUAGES.find((each) => each === form.get('language'));
  if (language) await chooseLanguage(at, language);
  // After a switch to another company, redirects to the page in `to` or to the start page, because the same page may
  // not exist there.
  return seeOther(returnPath(form.has('to') || !language ? form.get('to') : claimedPage(form)));
});
