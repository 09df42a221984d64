import { TEMPLATE_FIELDS } from '../../domain/templates/fields.ts';
import { endpoint } from '../endpoint.ts';
import { listTemplateFieldsRoute } from './routes.ts';

export const handler = endpoint(listTemplateFieldsRoute, async () => ({
  status: 200,
  body: { object: 'list', data: TEMPLATE_FIELDS },
}));
