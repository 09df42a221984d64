import { loadAnyCompany } from '../../domain/administration/companies/operator-settings.ts';
import { withinCause } from '../../platform/cause.ts';
import type { Reply } from '../../pipeline/request.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { refusalFrom } from '../form-idempotency.ts';
import type { DeskVisit } from '../visit.ts';
import { companyPage } from './pages/company.ts';

/**
 * Changes the company in the path. The audit log of that company names the user who made the change. A refusal is shown
 * on the page of the company.
 */
export const changeCompanyOfPath = async (
  visit: DeskVisit,
  operation: string,
  change: (slug: string) => Promise<void>,
): Promise<Reply> => {
  const slug = visit.request.params['company_id'] ?? '';
  const company = await loadAnyCompany(slug);
  const { by, request } = visit;
  try {
    await withinCause({ company: slug, operation, by, requestId: request.requestId, subject: {} }, () => change(slug));
    return seeOther(`/desk/companies/${encodeURIComponent(slug)}?outcome=saved`);
  } catch (error) {
    return companyPage(visit, company, { refusal: refusalFrom(error) });
  }
};
