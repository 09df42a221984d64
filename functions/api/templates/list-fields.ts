import { loadCompany } from '../../domain/company/companies/load.ts';
import { templateFieldsOf } from '../../domain/fulfillment/templates/sample.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { listTemplateFieldsRoute } from './routes.ts';

export const handler = endpoint(listTemplateFieldsRoute, async ({ company }) => ({
  status: 200,
  body: { object: 'list', data: templateFieldsOf(await loadCompany(company)) },
}));
