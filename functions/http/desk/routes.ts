import type { DeskRight } from '../../platform/desk-rights.ts';
import { defineRoute, type Route } from '../route.ts';
import { deskAdminRoutes } from './admin-routes.ts';
import { deskBrandRoutes } from './brand-routes.ts';
import { deskPageRoutes } from './page-routes.ts';
import { DESK_FORM as form, DESK_PAGE as page } from './route-kinds.ts';
import { deskWebhookRoutes } from './webhook-routes.ts';

export const deskSignInPage = defineRoute({
  ...page,
  name: 'desk-sign-in-page',
  path: '/desk/sign-in',
  entry: 'functions/http/desk/sign-in-page.ts',
  desk: 'open',
  summary: 'The form to sign in at the desk',
  uses: ['table:write'],
});

export const deskSignIn = defineRoute({
  ...form,
  name: 'desk-sign-in',
  path: '/desk/sign-in',
  entry: 'functions/http/desk/sign-in.ts',
  desk: 'open',
  summary: 'Sign in at the desk',
  uses: ['keys', 'table:write'],
  memoryMb: 1024,
});

export const deskSignInCode = defineRoute({
  ...form,
  name: 'desk-sign-in-code',
  path: '/desk/sign-in/code',
  entry: 'functions/http/desk/sign-in-code.ts',
  desk: 'open',
  summary: 'Sign in at the desk with the second factor, after the password',
  uses: ['keys', 'table:write'],
});

export const deskSignOut = defineRoute({
  ...form,
  name: 'desk-sign-out',
  path: '/desk/sign-out',
  entry: 'functions/http/desk/sign-out.ts',
  desk: 'enter',
  summary: 'End the session at the desk',
  uses: ['keys', 'table:write'],
});

export const deskSettings = defineRoute({
  ...form,
  name: 'desk-settings',
  path: '/desk/settings',
  entry: 'functions/http/desk/settings.ts',
  desk: 'enter',
  summary: 'Choose the language of the desk, or the company that it acts on',
  uses: ['keys', 'table:write'],
});

export const deskAsset = defineRoute({
  ...page,
  name: 'desk-asset',
  path: '/desk/-/{asset}',
  entry: 'functions/http/desk/asset.ts',
  desk: 'open',
  replies: { 200: 'text/css' },
  errors: ['not_found'],
  summary: 'Style sheet, script and code reader of the desk',
  uses: [],
});

export const deskCounter = defineRoute({
  ...page,
  name: 'desk-counter',
  path: '/desk',
  entry: 'functions/http/desk/counter.ts',
  desk: 'redeem',
  summary: 'The counter: a code, what it is worth, and what can be done with it',
  uses: ['keys', 'table:write'],
});

export const deskRedeem = defineRoute({
  ...form,
  name: 'desk-redeem',
  tellsItself: true,
  path: '/desk/redeem',
  entry: 'functions/http/desk/redeem.ts',
  desk: 'redeem',
  summary: 'Redeem an item at the counter, wholly or in part',
  uses: ['keys', 'table:write', 'vendor'],
});

export const deskRedeemGroup = defineRoute({
  ...form,
  name: 'desk-redeem-group',
  tellsItself: true,
  path: '/desk/redeem-group',
  entry: 'functions/http/desk/redeem-group.ts',
  desk: 'redeem_group',
  summary: 'Redeem every item of an order at the counter',
  uses: ['keys', 'table:write'],
  timeoutSeconds: 29,
});

export const deskUndo = defineRoute({
  ...form,
  name: 'desk-undo',
  tellsItself: true,
  path: '/desk/undo',
  entry: 'functions/http/desk/undo.ts',
  desk: 'redeem',
  summary: 'Give back what one redemption has taken',
  uses: ['keys', 'table:write'],
});

export const deskSearch = defineRoute({
  ...page,
  name: 'desk-search',
  path: '/desk/search',
  entry: 'functions/http/desk/search.ts',
  desk: 'search',
  summary: 'Find items and orders by code, name, e-mail or number',
  uses: ['keys', 'table:write'],
});

export const deskItem = defineRoute({
  ...page,
  name: 'desk-item',
  path: '/desk/items/{code}',
  entry: 'functions/http/desk/item.ts',
  desk: 'look_up',
  summary: 'An item with its history, and who did what',
  uses: ['keys', 'table:write'],
});

export const deskCancelItem = defineRoute({
  ...form,
  name: 'desk-cancel-item',
  tellsItself: true,
  path: '/desk/items/{code}/cancel',
  entry: 'functions/http/desk/cancel-item.ts',
  desk: 'cancel',
  summary: 'Cancel an item of which nothing has been redeemed',
  uses: ['keys', 'table:write'],
});

export const deskResendItem = defineRoute({
  ...form,
  name: 'desk-resend-item',
  path: '/desk/items/{code}/resend',
  entry: 'functions/http/desk/resend-item.ts',
  desk: 'resend',
  summary: 'Mail an item once more',
  uses: ['keys', 'table:write'],
});

export const deskOrder = defineRoute({
  ...page,
  name: 'desk-order',
  path: '/desk/orders/{order_id}',
  entry: 'functions/http/desk/order.ts',
  desk: 'look_up',
  summary: 'An order with its life, items, refunds, mails and webhooks',
  uses: ['keys', 'table:write'],
});

export const deskRefund = defineRoute({
  ...form,
  name: 'desk-refund',
  tellsItself: true,
  path: '/desk/orders/{order_id}/refund',
  entry: 'functions/http/desk/refund.ts',
  desk: 'refund',
  summary: 'Show what a refund would do, or make it',
  uses: ['keys', 'table:write', 'payments'],
  timeoutSeconds: 29,
});

export const deskFulfil = defineRoute({
  ...form,
  name: 'desk-fulfil',
  path: '/desk/orders/{order_id}/fulfil',
  entry: 'functions/http/desk/fulfil.ts',
  desk: 'fulfil',
  summary: 'Take up a fulfilment again that was given up',
  uses: ['keys', 'table:write'],
});

export const deskChangeDelivery = defineRoute({
  ...form,
  name: 'desk-change-delivery',
  tellsItself: true,
  path: '/desk/orders/{order_id}/delivery',
  entry: 'functions/http/desk/change-delivery.ts',
  desk: 'fulfil',
  summary: 'Send an order that waits at another time, or to another address',
  uses: ['keys', 'table:write'],
});

export const deskDoor = defineRoute({
  ...page,
  name: 'desk-door',
  path: '/desk/door',
  entry: 'functions/http/desk/door.ts',
  desk: 'door_list',
  summary: 'The participants of an event, to be printed for the door',
  uses: ['keys', 'table:write', 'objects:read', 'objects:write'],
  memoryMb: 1024,
});

export const deskReport = defineRoute({
  ...page,
  name: 'desk-report',
  path: '/desk/reports/{report}',
  alsoAt: ['/desk/reports'],
  entry: 'functions/http/desk/report.ts',
  desk: 'reports',
  summary: 'A report as page or as CSV file',
  uses: ['keys', 'table:write', 'objects:read', 'objects:write'],
  memoryMb: 1024,
  timeoutSeconds: 29,
});

export const deskKeys = defineRoute({
  ...page,
  name: 'desk-keys',
  path: '/desk/keys',
  entry: 'functions/http/desk/keys.ts',
  desk: 'keys',
  summary: 'The API keys of the company',
  uses: ['keys', 'table:write'],
});

export const deskCreateKey = defineRoute({
  ...form,
  name: 'desk-create-key',
  path: '/desk/keys',
  entry: 'functions/http/desk/create-key.ts',
  desk: 'keys',
  summary: 'Issue an API key, which is shown once',
  uses: ['keys', 'table:write'],
});

export const deskRevokeKey = defineRoute({
  ...form,
  name: 'desk-revoke-key',
  path: '/desk/keys/revoke',
  entry: 'functions/http/desk/revoke-key.ts',
  desk: 'keys',
  summary: 'Revoke an API key',
  uses: ['keys', 'table:write'],
});

type Declared = Route & { access: 'public'; desk: DeskRight };

/** A call that bundles leave out where its result is not used; an array with others spread in it would stay, with all it names. */
const joined = (...groups: readonly (readonly Declared[])[]): readonly Declared[] => groups.flat();

/** Every page and form of the desk. */
export const deskRoutes = /* @__PURE__ */ joined(
  [
    deskSignInPage,
    deskSignIn,
    deskSignInCode,
    deskSignOut,
    deskSettings,
    deskAsset,
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
  ],
  deskBrandRoutes,
  deskPageRoutes,
  deskWebhookRoutes,
  deskAdminRoutes,
);
