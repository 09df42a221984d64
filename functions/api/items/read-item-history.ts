import { readHistory } from '../../domain/value/items/ledger/history.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { pageLimit } from '../../pipeline/parse.ts';
import { readItemHistory as route } from './read-routes.ts';

const PAGE = 50;

export const handler = endpoint(route, async ({ company, admitted, params, query }) => {
  const caller = { company, admitted };
  const body = await readHistory(caller, params['code'] ?? '', {
    asOf: query.as_of || undefined,
    limit: pageLimit(query.limit, PAGE),
    startingAfter: query.starting_after,
  });
  return { status: 200, body };
});
