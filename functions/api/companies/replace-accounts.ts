import { replaceAccounts } from '../../domain/administration/companies/accounts.ts';
import { once, type IdempotencyRecord } from '../../storage/idempotency.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { idempotencyOf } from '../../pipeline/idempotency.ts';
import { replaceAccountsRoute as route } from './routes.ts';

export const handler = endpoint(route, (request) => {
  const { company, ifMatch } = request;
  const change = (idempotency?: IdempotencyRecord) =>
    replaceAccounts({ company, ifMatch, idempotency, accounts: request.body });
  if (request.idempotencyKey === '') return change();
  const idempotency = idempotencyOf(route, request);
  return once(idempotency, () => change(idempotency));
});
