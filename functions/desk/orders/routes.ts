import type { Route } from '../../pipeline/route.ts';
import { DESK_REPLIES, DESK_TAG } from '../route-kinds.ts';

export const deskOrders = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-orders',
  path: '/desk/orders',
  entry: 'functions/desk/orders/orders.ts',
  desk: 'search',
  summary: 'Orders, newest first, filtered by state, day, name, number and family',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskOrder = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-order',
  path: '/desk/orders/{order_id}',
  entry: 'functions/desk/orders/order.ts',
  desk: 'look_up',
  summary: 'An order with its history, items, refunds, emails and webhook deliveries',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskRefund = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-refund',
  auditedByDomain: true,
  path: '/desk/orders/{order_id}/refund',
  entry: 'functions/desk/orders/refund.ts',
  desk: 'refund',
  summary: 'Preview or make a refund',
  uses: ['keys', 'table:write', 'payments'],
  timeoutSeconds: 29,
} as const satisfies Route;

export const deskFulfill = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-fulfill',
  path: '/desk/orders/{order_id}/fulfill',
  entry: 'functions/desk/orders/fulfill.ts',
  desk: 'fulfill',
  summary: 'Restart a failed fulfillment',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskChangeDelivery = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-change-delivery',
  auditedByDomain: true,
  path: '/desk/orders/{order_id}/delivery',
  entry: 'functions/desk/orders/change-delivery.ts',
  desk: 'fulfill',
  summary: 'Change the delivery time or the address of a scheduled order',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskOrdersRoutes = [deskOrders, deskOrder, deskRefund, deskFulfill, deskChangeDelivery];
