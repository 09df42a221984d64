import type { Route } from '../route.ts';
import { listCompanies, me } from '../account/routes.ts';
import { readBrandRoute, updateBrandRoute } from '../brand/routes.ts';
import { listPickupPoints, listProducts, readProduct } from '../catalogue/routes.ts';
import { readItem, searchItems } from '../items/read-routes.ts';
import {
  activateItem,
  cancelItem,
  captureOrder,
  claimItem,
  claimOrder,
  issueItems,
  refundItem,
  resendItem,
} from '../items/write-routes.ts';
import {
  createOrderPageDraft,
  listOrderPageDrafts,
  listOrderPageRevisions,
  publishOrderPageDraft,
  previewOrderPageDraft,
  readOrderPage,
  readOrderPageSchema,
  restoreOrderPageRevision,
  updateOrderPageDraft,
} from '../order-page/routes.ts';
import { createOrderRoute } from '../orders/create.route.ts';
import {
  createCheckoutSessionRoute,
  getOrderRoute,
  listOrdersRoute,
  refundOrderRoute,
  settleOrderRoute,
} from '../orders/routes.ts';
import { createQuote } from '../quotes/routes.ts';
import { listClaimedItems, listEvents, listParticipants, listSubscribers, readAnalytics } from '../reports/routes.ts';
import {
  activateTemplateRoute,
  listTemplatesRoute,
  readTemplateRoute,
  revertTemplateRoute,
} from '../templates/routes.ts';
import { listDeliveriesRoute, listEndpointsRoute, pingEndpointRoute, replayDeliveryRoute } from '../webhooks/routes.ts';
import type { Handler } from './invoke.ts';

export const TOOLSETS = [
  'commerce',
  'items',
  'orderpage',
  'brand',
  'pdftemplates',
  'reports',
  'webhooks',
  'account',
] as const;
export type Toolset = (typeof TOOLSETS)[number];

/** What a tool is: a name, a route, and where the route's code stands. Everything else follows from the route. */
export interface ToolRow {
  name: `${Toolset}_${string}`;
  route: Route;
  handler: () => Promise<{ handler: Handler }>;
  /** A write that is carried out at once: what it does can be undone, or does no harm. */
  unconfirmed?: true;
  /** Its effect leaves the service (a mail, a call of somebody's server), which the route's bindings do not tell. */
  reachesOut?: true;
  /** Takes no `company`. */
  ownCompanyOnly?: true;
  /** Query parameters that are sent when the arguments do not have them. */
  defaults?: Readonly<Record<string, string>>;
}

/** The size of a page where the route would answer everything if it were not asked for one. */
const PAGE = { limit: '25' };

/** Every tool, in the order in which clients see them. A further tool is one further row. */
export const toolRows: readonly ToolRow[] = [
  {
    name: 'commerce_list_products',
    route: listProducts,
    handler: () => import('../catalogue/list-products.ts'),
    defaults: PAGE,
  },
  { name: 'commerce_get_product', route: readProduct, handler: () => import('../catalogue/read-product.ts') },
  { name: 'commerce_create_quote', route: createQuote, handler: () => import('../quotes/create.ts') },
  { name: 'commerce_create_order', route: createOrderRoute, handler: () => import('../orders/create.ts') },
  { name: 'commerce_get_order', route: getOrderRoute, handler: () => import('../orders/get.ts') },
  { name: 'commerce_list_orders', route: listOrdersRoute, handler: () => import('../orders/list.ts') },
  {
    name: 'commerce_create_checkout_session',
    route: createCheckoutSessionRoute,
    handler: () => import('../orders/create-checkout-session.ts'),
  },
  { name: 'commerce_refund_order', route: refundOrderRoute, handler: () => import('../orders/refund.ts') },
  { name: 'commerce_settle_order', route: settleOrderRoute, handler: () => import('../orders/settle.ts') },
  {
    name: 'commerce_list_pickup_points',
    route: listPickupPoints,
    handler: () => import('../catalogue/list-pickup-points.ts'),
  },
  { name: 'items_search', route: searchItems, handler: () => import('../items/search-items.ts') },
  { name: 'items_get', route: readItem, handler: () => import('../items/read-item.ts') },
  { name: 'items_claim', route: claimItem, handler: () => import('../items/claim-item.ts') },
  { name: 'items_refund', route: refundItem, handler: () => import('../items/refund-item.ts') },
  { name: 'items_cancel', route: cancelItem, handler: () => import('../items/cancel-item.ts') },
  { name: 'items_activate', route: activateItem, handler: () => import('../items/activate-item.ts') },
  {
    name: 'items_resend',
    route: resendItem,
    handler: () => import('../items/resend-item.ts'),
    unconfirmed: true,
    reachesOut: true,
  },
  { name: 'items_issue', route: issueItems, handler: () => import('../items/issue-items.ts') },
  { name: 'items_claim_order', route: claimOrder, handler: () => import('../items/claim-order.ts') },
  { name: 'items_capture_order', route: captureOrder, handler: () => import('../items/capture-order.ts') },
  { name: 'orderpage_list_fields', route: readOrderPageSchema, handler: () => import('../order-page/read-schema.ts') },
  { name: 'orderpage_get', route: readOrderPage, handler: () => import('../order-page/read-page.ts') },
  { name: 'orderpage_list_drafts', route: listOrderPageDrafts, handler: () => import('../order-page/list-drafts.ts') },
  {
    name: 'orderpage_create_draft',
    route: createOrderPageDraft,
    handler: () => import('../order-page/create-draft.ts'),
    unconfirmed: true,
  },
  {
    name: 'orderpage_update_draft',
    route: updateOrderPageDraft,
    handler: () => import('../order-page/update-draft.ts'),
    unconfirmed: true,
  },
  {
    name: 'orderpage_preview_draft',
    route: previewOrderPageDraft,
    handler: () => import('../order-page/preview-draft.ts'),
  },
  {
    name: 'orderpage_publish_draft',
    route: publishOrderPageDraft,
    handler: () => import('../order-page/publish-draft.ts'),
  },
  {
    name: 'orderpage_list_revisions',
    route: listOrderPageRevisions,
    handler: () => import('../order-page/list-revisions.ts'),
  },
  {
    name: 'orderpage_restore_revision',
    route: restoreOrderPageRevision,
    handler: () => import('../order-page/restore-revision.ts'),
  },
  { name: 'brand_get', route: readBrandRoute, handler: () => import('../brand/read-brand.ts') },
  {
    name: 'brand_update',
    route: updateBrandRoute,
    handler: () => import('../brand/update-brand.ts'),
    unconfirmed: true,
  },
  { name: 'pdftemplates_list', route: listTemplatesRoute, handler: () => import('../templates/list-templates.ts') },
  { name: 'pdftemplates_get', route: readTemplateRoute, handler: () => import('../templates/read-template.ts') },
  { name: 'pdftemplates_activate', route: activateTemplateRoute, handler: () => import('../templates/activate.ts') },
  { name: 'pdftemplates_revert', route: revertTemplateRoute, handler: () => import('../templates/revert.ts') },
  { name: 'reports_list_events', route: listEvents, handler: () => import('../reports/list-events.ts') },
  {
    name: 'reports_list_participants',
    route: listParticipants,
    handler: () => import('../reports/list-participants.ts'),
  },
  { name: 'reports_analytics', route: readAnalytics, handler: () => import('../reports/read-analytics.ts') },
  { name: 'reports_claimed_items', route: listClaimedItems, handler: () => import('../reports/list-claimed-items.ts') },
  { name: 'reports_subscribers', route: listSubscribers, handler: () => import('../reports/list-subscribers.ts') },
  {
    name: 'webhooks_list_endpoints',
    route: listEndpointsRoute,
    handler: () => import('../webhooks/endpoints/list-endpoints.ts'),
  },
  {
    name: 'webhooks_list_deliveries',
    route: listDeliveriesRoute,
    handler: () => import('../webhooks/deliveries/list-deliveries.ts'),
  },
  {
    name: 'webhooks_replay_delivery',
    route: replayDeliveryRoute,
    handler: () => import('../webhooks/deliveries/replay-delivery.ts'),
    unconfirmed: true,
    reachesOut: true,
  },
  {
    name: 'webhooks_ping',
    route: pingEndpointRoute,
    handler: () => import('../webhooks/endpoints/ping.ts'),
    unconfirmed: true,
    reachesOut: true,
  },
  { name: 'account_get', route: me, handler: () => import('../account/me.ts'), ownCompanyOnly: true },
  { name: 'account_list_companies', route: listCompanies, handler: () => import('../account/list-companies.ts') },
];
