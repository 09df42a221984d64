import type { Route } from '../../pipeline/route.ts';
import { listProductsQuery, pickupPointsQuery } from './queries.ts';

export const listProducts = {
  name: 'list-products',
  method: 'GET',
  path: '/v2/products',
  entry: 'functions/api/catalog/list-products.ts',
  access: 'api-key',
  scope: 'catalog:read',
  query: listProductsQuery,
  tagged: 'by-content',
  headers: ['Content-Language'],
  replies: { 200: 'ProductList' },
  errors: ['not_found', 'validation_failed'],
  summary: 'List the products on sale',
  description:
    'The gift card comes first if the company has one, then experiences, events and special offers. Without ' +
    '`limit` the whole catalog is in one response, unless that would be larger than 6 MB: check `has_more`. Branch ' +
    'on `type`, not on the position. An event is listed until its sale closes, at the latest on the day it ends, ' +
    'unless the company configures otherwise. Texts are in the language that `Content-Language` names.',
  tag: 'Catalog',
  uses: ['keys', 'table:read'],
} as const satisfies Route;

export const readProduct = {
  name: 'read-product',
  method: 'GET',
  path: '/v2/products/{product_id}',
  entry: 'functions/api/catalog/read-product.ts',
  access: 'api-key',
  scope: 'catalog:read',
  tagged: 'by-content',
  headers: ['Content-Language'],
  replies: { 200: 'Product' },
  errors: ['not_found'],
  summary: 'Read a product on sale',
  description:
    'Returns 404 for a product that is not listed now because it is inactive, private, withheld or sold out.',
  tag: 'Catalog',
  uses: ['table:read'],
} as const satisfies Route;

export const listPickupPoints = {
  name: 'list-pickup-points',
  method: 'GET',
  path: '/v2/pickup-points',
  entry: 'functions/api/catalog/list-pickup-points.ts',
  access: 'api-key',
  scope: 'catalog:read',
  query: pickupPointsQuery,
  // The lookup is counted against a limit and calls the courier, so the key must be authenticated first.
  startsEarly: false,
  replies: { 200: 'PickupPointList' },
  errors: ['not_found', 'validation_failed', 'pickup_lookup_unavailable'],
  summary: 'Find pickup points of the courier near a postcode',
  description:
    'A live lookup, nearest first. Send the `id` of a point as `delivery.pickup_point_id`. In addition to the rate ' +
    'limit of the key, a company is limited to 60 lookups a minute. If the courier does not respond within 3 ' +
    'seconds, the response is 503, never an empty list.',
  tag: 'Catalog',
  uses: ['keys', 'table:read', 'rows:COMPANY', 'courier'],
} as const satisfies Route;

export const catalogRoutes = [listProducts, readProduct, listPickupPoints];
