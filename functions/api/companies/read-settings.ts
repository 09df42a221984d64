import { readCompanySettings } from '../../domain/administration/companies/settings.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { readCompanySettingsRoute } from './routes.ts';

export const handler = endpoint(readCompanySettingsRoute, ({ company }) => readCompanySettings(company));
