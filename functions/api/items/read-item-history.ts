import { readHistory } from '../../domain/value/items/ledger/history.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { pageOf } from '../../pipeline/parse.ts';
import { readItemHistory as route } from './read-routes.ts';

export const handler = endpoint(route, async ({ company, admitted, params, query }) => {
  const caller = { company, admitted };
  const body = await readHistory(caller, params['code'] ?? '', {
    asOf: query.as_of || undefined,
    ...pageOf(query, 50),
  });
  return { status: 200, body };
});
