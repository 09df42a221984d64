import * as z from 'zod/mini';
import { postedBody, returnedBody } from '../../domain/fulfillment/shipments/schema.ts';
import type { Route } from '../../pipeline/route.ts';

const optional = z.optional(z.string());

const status = z.optional(z.string().check(z.describe('Only shipments in one of these states, separated by commas.')));
const listQuery = z.object({ status, company: optional, limit: optional, starting_after: optional });

export const listShipmentsRoute = {
  name: 'list-shipments',
  method: 'GET',
  path: '/v2/shipments',
  entry: 'functions/api/shipments/list.ts',
  access: 'api-key',
  scope: 'orders:read',
  query: listQuery,
  replies: { 200: 'ShipmentList' },
  errors: ['validation_failed'],
  summary: 'List shipments of postal orders, newest first',
  description:
    'An order that goes by post or courier has a shipment from the moment it is fulfilled. Open shipments of ' +
    'orders that were refunded or are disputed are left out, so a page can be short although `has_more` is true.',
  tag: 'Orders',
  uses: ['keys', 'table:read', 'index:ix1', 'index:ix2'],
} as const satisfies Route;

const stepErrors = ['not_found', 'validation_failed', 'idempotency_conflict', 'shipment_not_open'] as const;

export const packShipmentRoute = {
  name: 'pack-shipment',
  method: 'POST',
  path: '/v2/shipments/{shipment_id}/packed',
  entry: 'functions/api/shipments/packed.ts',
  access: 'api-key',
  scope: 'orders:settle',
  writes: true,
  idempotency: 'key',
  replies: { 200: 'Shipment' },
  errors: stepErrors,
  summary: 'Report that a shipment is packed',
  description: 'Optional: a waiting shipment can be posted without it.',
  tag: 'Orders',
  uses: ['table:write'],
} as const satisfies Route;

export const postShipmentRoute = {
  name: 'post-shipment',
  method: 'POST',
  path: '/v2/shipments/{shipment_id}/posted',
  entry: 'functions/api/shipments/posted.ts',
  access: 'api-key',
  scope: 'orders:settle',
  writes: true,
  idempotency: 'key',
  get body() {
    return postedBody();
  },
  bodyOptional: true,
  replies: { 200: 'Shipment' },
  errors: stepErrors,
  summary: 'Report that a shipment was posted',
  description:
    'The buyer gets an email with the tracking link, `shipment.posted` is sent, and `delivered_to_post_at` of the ' +
    'items is set to the time of posting.',
  tag: 'Orders',
  uses: ['table:write'],
} as const satisfies Route;

export const returnShipmentRoute = {
  name: 'return-shipment',
  method: 'POST',
  path: '/v2/shipments/{shipment_id}/returned',
  entry: 'functions/api/shipments/returned.ts',
  access: 'api-key',
  scope: 'orders:settle',
  writes: true,
  idempotency: 'key',
  get body() {
    return returnedBody();
  },
  bodyOptional: true,
  replies: { 200: 'Shipment' },
  errors: stepErrors,
  summary: 'Report that a shipment came back',
  description: 'Only a posted shipment can be returned. Its items do not change.',
  tag: 'Orders',
  uses: ['table:write'],
} as const satisfies Route;

export const shipmentRoutes = [listShipmentsRoute, packShipmentRoute, postShipmentRoute, returnShipmentRoute];
