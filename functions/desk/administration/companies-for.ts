import { listEveryCompany } from '../../domain/company/companies/every-listed.ts';
import type { ApiError } from '../../platform/errors.ts';
import type { Reply } from '../../pipeline/request.ts';
import type { DeskVisit } from '../visit.ts';
import { companiesPage } from './pages/companies.ts';

const SHOWN = 100;
const TEXT_MAX = 100;

/** The page of companies that match the query, with the refusal of its form if there is one. */
export const companiesFor = async (visit: DeskVisit, refusal?: ApiError): Promise<Reply> => {
  const { q = '', starting_after: startingAfter } = visit.request.method === 'GET' ? visit.request.query : {};
  const text = q.trim().slice(0, TEXT_MAX).toWellFormed();
  return companiesPage(visit, await listEveryCompany({ text, limit: SHOWN, startingAfter }), { text, refusal });
};
