import type { Route } from '../route.ts';
import { DESK_REPLIES, DESK_TAG } from './route-kinds.ts';

export const deskCounter = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-counter',
  path: '/desk',
  entry: 'functions/http/desk/counter.ts',
  desk: 'redeem',
  summary: 'The counter: a code, what it is worth, and what can be done with it',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskRedeem = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-redeem',
  tellsItself: true,
  path: '/desk/redeem',
  entry: 'functions/http/desk/redeem.ts',
  desk: 'redeem',
  summary: 'Redeem an item at the counter, wholly or in part',
  uses: ['keys', 'table:write', 'vendor'],
} as const satisfies Route;

export const deskRedeemGroup = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-redeem-group',
  tellsItself: true,
  path: '/desk/redeem-group',
  entry: 'functions/http/desk/redeem-group.ts',
  desk: 'redeem_group',
  summary: 'Redeem every item of an order at the counter',
  uses: ['keys', 'table:write'],
  timeoutSeconds: 29,
} as const satisfies Route;

export const deskUndo = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-undo',
  tellsItself: true,
  path: '/desk/undo',
  entry: 'functions/http/desk/undo.ts',
  desk: 'redeem',
  summary: 'Give back what one redemption has taken',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskSearch = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-search',
  path: '/desk/search',
  entry: 'functions/http/desk/search.ts',
  desk: 'search',
  summary: 'Find items and orders by code, name, e-mail or number',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskItem = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-item',
  path: '/desk/items/{code}',
  entry: 'functions/http/desk/item.ts',
  desk: 'look_up',
  summary: 'An item with its history, and who did what',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskCancelItem = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-cancel-item',
  tellsItself: true,
  path: '/desk/items/{code}/cancel',
  entry: 'functions/http/desk/cancel-item.ts',
  desk: 'cancel',
  summary: 'Cancel an item of which nothing has been redeemed',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskResendItem = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-resend-item',
  path: '/desk/items/{code}/resend',
  entry: 'functions/http/desk/resend-item.ts',
  desk: 'resend',
  summary: 'Mail an item once more',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskOrder = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-order',
  path: '/desk/orders/{order_id}',
  entry: 'functions/http/desk/order.ts',
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
  entry: 'functions/http/desk/refund.ts',
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
  entry: 'functions/http/desk/fulfil.ts',
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
  entry: 'functions/http/desk/change-delivery.ts',
  desk: 'fulfil',
  summary: 'Send an order that waits at another time, or to another address',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskDoor = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-door',
  path: '/desk/door',
  entry: 'functions/http/desk/door.ts',
  desk: 'door_list',
  summary: 'The participants of an event, to be printed for the door',
  uses: ['keys', 'table:write', 'objects:read', 'objects:write'],
  memoryMb: 1024,
} as const satisfies Route;

export const deskReport = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-report',
  path: '/desk/reports/{report}',
  alsoAt: ['/desk/reports'],
  entry: 'functions/http/desk/report.ts',
  desk: 'reports',
  summary: 'A report as page or as CSV file',
  uses: ['keys', 'table:write', 'objects:read', 'objects:write'],
  memoryMb: 1024,
  timeoutSeconds: 29,
} as const satisfies Route;

export const deskKeys = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-keys',
  path: '/desk/keys',
  entry: 'functions/http/desk/keys.ts',
  desk: 'keys',
  summary: 'The API keys of the company',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskCreateKey = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-create-key',
  path: '/desk/keys',
  entry: 'functions/http/desk/create-key.ts',
  desk: 'keys',
  summary: 'Issue an API key, which is shown once',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskRevokeKey = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-revoke-key',
  path: '/desk/keys/revoke',
  entry: 'functions/http/desk/revoke-key.ts',
  desk: 'keys',
  summary: 'Revoke an API key',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskCounterRoutes = [
  deskCounter,
  deskRedeem,
  deskRedeemGroup,
  deskUndo,
  deskSearch,
  deskItem,
  deskCancelItem,
  deskResendItem,
  deskOrder,
  deskRefund,
  deskFulfil,
  deskChangeDelivery,
  deskDoor,
  deskReport,
  deskKeys,
  deskCreateKey,
  deskRevokeKey,
];
