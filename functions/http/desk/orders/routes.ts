import type { Route } from '../../route.ts';
import { DESK_REPLIES, DESK_TAG } from '../route-kinds.ts';

export const deskOrder = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-order',
  path: '/desk/orders/{order_id}',
  entry: 'functions/http/desk/orders/order.ts',
  desk: 'look_up',
  summary: 'An order with its life, items, refunds, mails and webhooks',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskRefund = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-refund',
  tellsItself: true,
  path: '/desk/orders/{order_id}/refund',
  entry: 'functions/http/desk/orders/refund.ts',
  desk: 'refund',
  summary: 'Show what a refund would do, or make it',
  uses: ['keys', 'table:write', 'payments'],
  timeoutSeconds: 29,
} as const satisfies Route;

export const deskFulfil = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-fulfil',
  path: '/desk/orders/{order_id}/fulfil',
  entry: 'functions/http/desk/orders/fulfil.ts',
  desk: 'fulfil',
  summary: 'Take up a fulfilment again that was given up',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskChangeDelivery = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-change-delivery',
  tellsItself: true,
  path: '/desk/orders/{order_id}/delivery',
  entry: 'functions/http/desk/orders/change-delivery.ts',
  desk: 'fulfil',
  summary: 'Send an order that waits at another time, or to another address',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskOrdersRoutes = [deskOrder, deskRefund, deskFulfil, deskChangeDelivery];
