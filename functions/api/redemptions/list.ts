import { listRedemptions, parseRedemptionFilter } from '../../domain/value/items/redemptions/list.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { pageLimit } from '../../pipeline/parse.ts';
import { listRedemptionsRoute } from './routes.ts';

const DEFAULT_LIMIT = 25;

export const handler = endpoint(listRedemptionsRoute, async ({ company, query, queryValues }) => ({
  status: 200,
  body: await listRedemptions(company, parseRedemptionFilter(queryValues), {
    limit: pageLimit(query.limit, DEFAULT_LIMIT),
    startingAfter: query.starting_after,
  }),
}));
