import { deleteDiscountCode } from '../../domain/administration/discount-codes/delete.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { deleteDiscountCode as route } from './routes.ts';

export const handler = endpoint(route, async ({ company, params, ifMatch }) => {
  await deleteDiscountCode({ company, code: params['code'] ?? '', ifMatch });
  return { status: 204 };
});
