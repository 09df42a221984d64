import { readAccounts } from '../../domain/administration/companies/accounts.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { readAccountsRoute } from './routes.ts';

export const handler = endpoint(readAccountsRoute, ({ company }) => readAccounts(company));
