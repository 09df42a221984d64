import { readSetup } from '../../domain/administration/companies/setup.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { readSetupRoute } from './routes.ts';

export const handler = endpoint(readSetupRoute, async ({ company, query }) => ({
  status: 200,
  body: await readSetup(company, query.lang),
}));
