import { replaceAccounts } from '../../domain/administration/companies/accounts.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { onceIfKeyed } from '../../pipeline/idempotency.ts';
import { replaceAccountsRoute as route } from './routes.ts';

export const handler = endpoint(route, (request) => {
  const { company, ifMatch } = request;
  return onceIfKeyed(route, request, (idempotency) =>
    replaceAccounts({ company, ifMatch, idempotency, accounts: request.body }),
  );
});
