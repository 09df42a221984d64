import { listEveryCompany } from '../../domain/company/companies/every-listed.ts';
import { deskEndpoint } from '../endpoint.ts';
import { companiesPage } from './pages/companies.ts';
import { deskCompanies } from './routes.ts';

const SHOWN = 100;
const TEXT_MAX = 100;

export const handler = deskEndpoint(deskCompanies, async (visit) => {
  const { q = '', starting_after: startingAfter } = visit.request.query;
  const text = q.trim().slice(0, TEXT_MAX);
  return companiesPage(visit, await listEveryCompany({ text, limit: SHOWN, startingAfter }), text);
});
