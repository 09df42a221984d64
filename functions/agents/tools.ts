import { listCompanies, me } from '../api/account/routes.ts';
import { readBrandRoute, updateBrandRoute } from '../api/brand/routes.ts';
import { listPickupPoints, listProducts, readProduct } from '../api/catalog/routes.ts';
import { readItem, searchItems } from '../api/items/read-routes.ts';
import {
  activateItem,
  cancelItem,
  captureOrder,
  claimItem,
  claimOrder,
  issueItems,
  refundItem,
  resendItem,
} from '../api/items/write-routes.ts';
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
} from '../api/order-page/routes.ts';
import { createOrderRoute } from '../api/orders/create.route.ts';
import {
  createCheckoutSessionRoute,
  getOrderRoute,
  listOrdersRoute,
  refundOrderRoute,
  settleOrderRoute,
} from '../api/orders/routes.ts';
import { createQuote } from '../api/quotes/routes.ts';
import {
  listClaimedItems,
  listEvents,
  listParticipants,
  listSubscribers,
  readAnalytics,
} from '../api/reports/routes.ts';
import {
  activateTemplateRoute,
  listTemplatesRoute,
  readTemplateRoute,
  revertTemplateRoute,
} from '../api/templates/routes.ts';
import {
  listDeliveriesRoute,
  listEndpointsRoute,
  pingEndpointRoute,
  replayDeliveryRoute,
} from '../api/webhooks/routes.ts';
import { catalogTools } from './catalog-tools.ts';
import { redemptionTools } from './redemption-tools.ts';
import type { ToolRow } from './tool-row.ts';

/** Default page size of tools whose routes return everything without `limit`. */
const PAGE = { limit: '25' };

/** Every tool, in the order shown to clients. A new tool is one more row. */
export const toolRows: readonly ToolRow[] = [
  {
    name: 'commerce_list_products',
    route: listProducts,
    handler: () => import('../api/catalog/list-products.ts'),
    defaults: PAGE,
  },
  { name: 'commerce_get_product', route: readProduct, handler: () => import('../api/catalog/read-product.ts') },
  { name: 'commerce_create_quote', route: createQuote, handler: () => import('../api/quotes/create.ts') },
  { name: 'commerce_create_order', route: createOrderRoute, handler: () => import('../api/orders/create.ts') },
  { name: 'commerce_get_order', route: getOrderRoute, handler: () => import('../api/orders/get.ts') },
  { name: 'commerce_list_orders', route: listOrdersRoute, handler: () => import('../api/orders/list.ts') },
  {
    name: 'commerce_create_checkout_session',
    route: createCheckoutSessionRoute,
    handler: () => import('../api/orders/create-checkout-session.ts'),
  },
  { name: 'commerce_refund_order', route: refundOrderRoute, handler: () => import('../api/orders/refund.ts') },
  { name: 'commerce_settle_order', route: settleOrderRoute, handler: () => import('../api/orders/settle.ts') },
  {
    name: 'commerce_list_pickup_points',
    route: listPickupPoints,
    handler: () => import('../api/catalog/list-pickup-points.ts'),
  },
  { name: 'items_search', route: searchItems, handler: () => import('../api/items/search-items.ts') },
  { name: 'items_get', route: readItem, handler: () => import('../api/items/read-item.ts') },
  { name: 'items_claim', route: claimItem, handler: () => import('../api/items/claim-item.ts') },
  { name: 'items_refund', route: refundItem, handler: () => import('../api/items/refund-item.ts') },
  { name: 'items_cancel', route: cancelItem, handler: () => import('../api/items/cancel-item.ts') },
  { name: 'items_activate', route: activateItem, handler: () => import('../api/items/activate-item.ts') },
  {
    name: 'items_resend',
    route: resendItem,
    handler: () => import('../api/items/resend-item.ts'),
    unconfirmed: true,
    reachesOut: true,
  },
  { name: 'items_issue', route: issueItems, handler: () => import('../api/items/issue-items.ts') },
  { name: 'items_claim_order', route: claimOrder, handler: () => import('../api/items/claim-order.ts') },
  { name: 'items_capture_order', route: captureOrder, handler: () => import('../api/items/capture-order.ts') },
  ...redemptionTools,
  {
    name: 'orderpage_list_fields',
    route: readOrderPageSchema,
    handler: () => import('../api/order-page/read-schema.ts'),
  },
  { name: 'orderpage_get', route: readOrderPage, handler: () => import('../api/order-page/read-page.ts') },
  {
    name: 'orderpage_list_drafts',
    route: listOrderPageDrafts,
    handler: () => import('../api/order-page/list-drafts.ts'),
  },
  {
    name: 'orderpage_create_draft',
    route: createOrderPageDraft,
    handler: () => import('../api/order-page/create-draft.ts'),
    unconfirmed: true,
  },
  {
    name: 'orderpage_update_draft',
    route: updateOrderPageDraft,
    handler: () => import('../api/order-page/update-draft.ts'),
    unconfirmed: true,
  },
  {
    name: 'orderpage_preview_draft',
    route: previewOrderPageDraft,
    handler: () => import('../api/order-page/preview-draft.ts'),
  },
  {
    name: 'orderpage_publish_draft',
    route: publishOrderPageDraft,
    handler: () => import('../api/order-page/publish-draft.ts'),
  },
  {
    name: 'orderpage_list_revisions',
    route: listOrderPageRevisions,
    handler: () => import('../api/order-page/list-revisions.ts'),
  },
  {
    name: 'orderpage_restore_revision',
    route: restoreOrderPageRevision,
    handler: () => import('../api/order-page/restore-revision.ts'),
  },
  { name: 'brand_get', route: readBrandRoute, handler: () => import('../api/brand/read-brand.ts') },
  {
    name: 'brand_update',
    route: updateBrandRoute,
    handler: () => import('../api/brand/update-brand.ts'),
    unconfirmed: true,
  },
  { name: 'pdftemplates_list', route: listTemplatesRoute, handler: () => import('../api/templates/list-templates.ts') },
  { name: 'pdftemplates_get', route: readTemplateRoute, handler: () => import('../api/templates/read-template.ts') },
  {
    name: 'pdftemplates_activate',
    route: activateTemplateRoute,
    handler: () => import('../api/templates/activate.ts'),
  },
  { name: 'pdftemplates_revert', route: revertTemplateRoute, handler: () => import('../api/templates/revert.ts') },
  { name: 'reports_list_events', route: listEvents, handler: () => import('../api/reports/list-events.ts') },
  {
    name: 'reports_list_participants',
    route: listParticipants,
    handler: () => import('../api/reports/list-participants.ts'),
  },
  { name: 'reports_analytics', route: readAnalytics, handler: () => import('../api/reports/read-analytics.ts') },
  {
    name: 'reports_claimed_items',
    route: listClaimedItems,
    handler: () => import('../api/reports/list-claimed-items.ts'),
  },
  { name: 'reports_subscribers', route: listSubscribers, handler: () => import('../api/reports/list-subscribers.ts') },
  {
    name: 'webhooks_list_endpoints',
    route: listEndpointsRoute,
    handler: () => import('../api/webhooks/endpoints/list-endpoints.ts'),
  },
  {
    name: 'webhooks_list_deliveries',
    route: listDeliveriesRoute,
    handler: () => import('../api/webhooks/deliveries/list-deliveries.ts'),
  },
  {
    name: 'webhooks_replay_delivery',
    route: replayDeliveryRoute,
    handler: () => import('../api/webhooks/deliveries/replay-delivery.ts'),
    unconfirmed: true,
    reachesOut: true,
  },
  {
    name: 'webhooks_ping',
    route: pingEndpointRoute,
    handler: () => import('../api/webhooks/endpoints/ping.ts'),
    unconfirmed: true,
    reachesOut: true,
  },
  { name: 'account_get', route: me, handler: () => import('../api/account/me.ts'), ownCompanyOnly: true },
  { name: 'account_list_companies', route: listCompanies, handler: () => import('../api/account/list-companies.ts') },
  ...catalogTools,
];
