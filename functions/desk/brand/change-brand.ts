import { presentBrand } from '../../domain/company/brand/present.ts';
import { loadCompany } from '../../domain/company/companies/load.ts';
import { updateBrand } from '../../domain/company/brand/update.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { deskEndpoint } from '../endpoint.ts';
import { refusalFrom } from '../form-idempotency.ts';
import { brandPatchIn } from './brand-form.ts';
import { brandPage } from './pages/brand.ts';
import { deskChangeBrand } from './routes.ts';

/** Saves only if the brand has not changed since the page was shown; otherwise the input is kept. */
export const handler = deskEndpoint(deskChangeBrand, async (visit) => {
  const { form, company } = visit;
  try {
    const patch = brandPatchIn(form, presentBrand(await loadCompany(company.slug)));
    await updateBrand({ company: company.slug, patch, ifMatch: form.get('seen'), idempotency: undefined });
    return seeOther('/desk/brand?outcome=saved');
  } catch (error) {
    const refusal = refusalFrom(error);
    // After a conflict the form gets the current version. The page lists the other user's changes, and saving again
    // overwrites them.
    return brandPage(visit, { refusal, ...(refusal.status === 412 ? {} : { unsaved: { seen: form.get('seen') } }) });
  }
});
