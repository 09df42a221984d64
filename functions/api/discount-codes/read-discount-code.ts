import { readDiscountCode } from '../../domain/administration/discount-codes/read.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { readDiscountCode as route } from './routes.ts';

export const handler = endpoint(route, ({ company, params }) => readDiscountCode(company, params['code'] ?? ''));
