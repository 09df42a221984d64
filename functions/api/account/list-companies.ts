import { assignedNow } from '../../domain/company/api-keys/rows.ts';
import { listCompanies } from '../../domain/company/companies/list.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { pageOf } from '../../pipeline/parse.ts';
import { listCompanies as route } from './routes.ts';

export const handler = endpoint(route, async ({ caller, query }) => ({
  status: 200,
  body: await listCompanies(caller.company, assignedNow(caller.key), pageOf(query, 100)),
}));
