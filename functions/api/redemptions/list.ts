import { listRedemptions, parseRedemptionFilter } from '../../domain/value/items/redemptions/list.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { pageOf } from '../../pipeline/parse.ts';
import { listRedemptionsRoute } from './routes.ts';

export const handler = endpoint(listRedemptionsRoute, async ({ company, query, queryValues }) => ({
  status: 200,
  body: await listRedemptions(company, parseRedemptionFilter(queryValues), pageOf(query, 25)),
}));
