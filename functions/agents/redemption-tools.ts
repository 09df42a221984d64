import { adjustItem, blockItem, extendItem, replaceItem, unblockItem } from '../api/items/state-routes.ts';
import { applyGiftCardRoute, removeGiftCardRoute } from '../api/orders/gift-cards.routes.ts';
import {
  captureRedemptionRoute,
  createRedemptionRoute,
  listRedemptionsRoute,
  readRedemptionRoute,
  refundRedemptionRoute,
  releaseRedemptionRoute,
} from '../api/redemptions/routes.ts';
import type { ToolRow } from './tool-row.ts';

/**
 * Tools for holds, redemptions, blocks, and paying orders with gift cards. They are a separate set, because the tool
 * list is part of every conversation and must be short.
 */
export const redemptionTools: readonly ToolRow[] = [
  {
    name: 'commerce_add_gift_card',
    toolset: 'redemptions',
    route: applyGiftCardRoute,
    handler: () => import('../api/orders/apply-gift-card.ts'),
    takesAway: true,
  },
  {
    name: 'commerce_remove_gift_card',
    toolset: 'redemptions',
    route: removeGiftCardRoute,
    handler: () => import('../api/orders/remove-gift-card.ts'),
  },
  {
    name: 'items_redeem',
    toolset: 'redemptions',
    route: createRedemptionRoute,
    handler: () => import('../api/redemptions/create.ts'),
    takesAway: true,
  },
  {
    name: 'items_list_redemptions',
    toolset: 'redemptions',
    route: listRedemptionsRoute,
    handler: () => import('../api/redemptions/list.ts'),
  },
  {
    name: 'items_get_redemption',
    toolset: 'redemptions',
    route: readRedemptionRoute,
    handler: () => import('../api/redemptions/read.ts'),
  },
  {
    name: 'items_capture_redemption',
    toolset: 'redemptions',
    route: captureRedemptionRoute,
    handler: () => import('../api/redemptions/capture.ts'),
  },
  {
    name: 'items_release_redemption',
    toolset: 'redemptions',
    route: releaseRedemptionRoute,
    handler: () => import('../api/redemptions/release.ts'),
  },
  {
    name: 'items_refund_redemption',
    toolset: 'redemptions',
    route: refundRedemptionRoute,
    handler: () => import('../api/redemptions/refund.ts'),
  },
  {
    name: 'items_block',
    toolset: 'redemptions',
    route: blockItem,
    handler: () => import('../api/items/block-item.ts'),
  },
  {
    name: 'items_unblock',
    toolset: 'redemptions',
    route: unblockItem,
    handler: () => import('../api/items/unblock-item.ts'),
  },
  {
    name: 'items_extend',
    toolset: 'redemptions',
    route: extendItem,
    handler: () => import('../api/items/extend-item.ts'),
  },
  {
    name: 'items_adjust',
    toolset: 'redemptions',
    route: adjustItem,
    handler: () => import('../api/items/adjust-item.ts'),
  },
  {
    name: 'items_replace',
    toolset: 'redemptions',
    route: replaceItem,
    handler: () => import('../api/items/replace-item.ts'),
    takesAway: true,
  },
];
