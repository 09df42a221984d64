import { deskEndpoint } from '../endpoint.ts';
import { discountCodePage } from './pages/discount-code.ts';
import { deskDiscountCode } from './routes.ts';

export const handler = deskEndpoint(deskDiscountCode, (visit) =>
  discountCodePage(visit, visit.request.params['code'] ?? '', { outcome: visit.request.query['outcome'] }),
);
