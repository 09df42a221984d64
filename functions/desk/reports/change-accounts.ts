import { replaceAccounts } from '../../domain/administration/companies/accounts.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { deskEndpoint } from '../endpoint.ts';
import { refusalFrom } from '../form-idempotency.ts';
import { accountsIn } from './books-form.ts';
import { booksPage } from './pages/books.ts';
import { deskChangeAccounts } from './routes.ts';
import { shownMonth } from './shown-month.ts';

/** Saves only if the account numbers have not changed since the page was shown; otherwise the input is kept. */
export const handler = deskEndpoint(deskChangeAccounts, async (visit) => {
  const { form, company } = visit;
  try {
    await replaceAccounts({
      company: company.slug,
      accounts: accountsIn(form),
      ifMatch: form.get('seen'),
      idempotency: undefined,
    });
    return seeOther('/desk/books?outcome=saved');
  } catch (error) {
    return booksPage(visit, { month: shownMonth(visit), refusal: refusalFrom(error) });
  }
});
