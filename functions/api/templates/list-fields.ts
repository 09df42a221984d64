import { TEMPLATE_FIELDS } from '../../domain/company/settings/template-fields.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { listTemplateFieldsRoute } from './routes.ts';

export const handler = endpoint(listTemplateFieldsRoute, async () => ({
  status: 200,
  body: { object: 'list', data: TEMPLATE_FIELDS },
}));
