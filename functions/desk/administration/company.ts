import { loadAnyCompany } from '../../domain/administration/companies/operator-settings.ts';
import { deskEndpoint } from '../endpoint.ts';
import { companyPage } from './pages/company.ts';
import { deskCompany } from './routes.ts';

export const handler = deskEndpoint(deskCompany, async (visit) => {
  const { params, query } = visit.request;
  return companyPage(visit, await loadAnyCompany(params['company_id'] ?? ''), { outcome: query['outcome'] });
});
