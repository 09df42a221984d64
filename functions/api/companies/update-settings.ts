import { updateCompanySettings } from '../../domain/administration/companies/settings.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { onceIfKeyed } from '../../pipeline/idempotency.ts';
import { updateCompanySettingsRoute as route } from './routes.ts';

export const handler = endpoint(route, (request) => {
  const { company, ifMatch } = request;
  return onceIfKeyed(route, request, (idempotency) =>
    updateCompanySettings({ company, ifMatch, idempotency, patch: request.body }),
  );
});
