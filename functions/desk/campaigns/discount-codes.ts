import { deskEndpoint } from '../endpoint.ts';
import { discountCodesPage } from './pages/discount-codes.ts';
import { deskDiscountCodes } from './routes.ts';

export const handler = deskEndpoint(deskDiscountCodes, (visit) =>
  discountCodesPage(visit, { outcome: visit.request.query['outcome'] }),
);
