import { listDiscountCodes } from '../../domain/administration/discount-codes/list.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { pageOf } from '../../pipeline/parse.ts';
import { listDiscountCodes as route } from './routes.ts';

export const handler = endpoint(route, async ({ company, query }) => ({
  status: 200,
  body: await listDiscountCodes(company, pageOf(query, 50)),
}));
