import { listDiscountCodes } from '../../domain/administration/discount-codes/list.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { pageLimit } from '../../pipeline/parse.ts';
import { listDiscountCodes as route } from './routes.ts';

const PAGE = 50;

export const handler = endpoint(route, async ({ company, query }) => ({
  status: 200,
  body: await listDiscountCodes(company, { limit: pageLimit(query.limit, PAGE), startingAfter: query.starting_after }),
}));
