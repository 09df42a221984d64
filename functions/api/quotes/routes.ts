import { quoteBody } from '../../domain/catalog/products/cart-schema.ts';
import type { Route } from '../../pipeline/route.ts';

export const createQuote = {
  name: 'create-quote',
  method: 'POST',
  path: '/v2/quotes',
  entry: 'functions/api/quotes/create.ts',
  access: 'api-key',
  scope: 'quotes:create',
  companyInBody: false,
  startsEarly: true,
  get body() {
    return quoteBody();
  },
  replies: { 200: 'Quote' },
  errors: [
    'not_found',
    'validation_failed',
    'below_minimum',
    'above_maximum',
    'delivery_method_unavailable',
    'delivery_destination_unavailable',
    'send_at_unsupported',
    'shipping_priority_unsupported',
    'shipping_priority_unavailable',
    'discount_code_not_found',
    'discount_code_not_applicable',
  ],
  summary: 'Create a quote',
  description:
    'Returns the amounts that an order of the same selection would have, until `expires_at`. Nothing is reserved, ' +
    'and no discount code is used. Every rule of an order applies, except for stock that the company does not ' +
    'publish, the buyer, and a complete postal address: the country is enough. If there are several errors, ' +
    '`error.code` is that of the first, and `error.fields` has all of them. The acting company can be selected in ' +
    'the query string only.',
  tag: 'Quotes',
  uses: ['table:read'],
} as const satisfies Route;

export const quoteRoutes = [createQuote];
