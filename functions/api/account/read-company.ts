import { assignedNow } from '../../domain/company/api-keys/rows.ts';
import { readCompany } from '../../domain/company/companies/read.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { readCompany as route } from './routes.ts';

export const handler = endpoint(route, async ({ caller, params }) => ({
  status: 200,
  body: await readCompany([caller.company, ...assignedNow(caller.key)], params['company_id'] ?? ''),
}));
