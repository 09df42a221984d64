import {
  createCampaign,
  createCampaignCodes,
  deleteCampaign,
  listCampaigns,
  readCampaign,
  readCodeBatch,
  updateCampaign,
} from '../api/campaigns/routes.ts';
import {
  createDiscountCode,
  createDiscountCodeBatch,
  deleteDiscountCode,
  listDiscountCodes,
  readDiscountCode,
  updateDiscountCode,
} from '../api/discount-codes/routes.ts';
import {
  archiveManagedProduct,
  createManagedProduct,
  listManagedProducts,
  readManagedProduct,
  setStock,
  updateManagedProduct,
} from '../api/managed-catalog/routes.ts';
import type { ToolRow } from './tool-row.ts';

const PAGE = { limit: '25' };

/** Tools for managing a shop: products and stock, campaigns and their codes, discount codes. */
export const catalogTools: readonly ToolRow[] = [
  {
    name: 'catalog_list',
    route: listManagedProducts,
    handler: () => import('../api/managed-catalog/list-products.ts'),
    defaults: PAGE,
  },
  { name: 'catalog_get', route: readManagedProduct, handler: () => import('../api/managed-catalog/read-product.ts') },
  {
    name: 'catalog_create',
    route: createManagedProduct,
    handler: () => import('../api/managed-catalog/create-product.ts'),
  },
  {
    name: 'catalog_update',
    route: updateManagedProduct,
    handler: () => import('../api/managed-catalog/update-product.ts'),
  },
  {
    name: 'catalog_archive',
    route: archiveManagedProduct,
    handler: () => import('../api/managed-catalog/archive-product.ts'),
  },
  { name: 'catalog_set_stock', route: setStock, handler: () => import('../api/managed-catalog/set-stock.ts') },
  {
    name: 'campaigns_list',
    toolset: 'catalog',
    route: listCampaigns,
    handler: () => import('../api/campaigns/list-campaigns.ts'),
    defaults: PAGE,
  },
  {
    name: 'campaigns_get',
    toolset: 'catalog',
    route: readCampaign,
    handler: () => import('../api/campaigns/read-campaign.ts'),
  },
  {
    name: 'campaigns_create',
    toolset: 'catalog',
    route: createCampaign,
    handler: () => import('../api/campaigns/create-campaign.ts'),
  },
  {
    name: 'campaigns_update',
    toolset: 'catalog',
    route: updateCampaign,
    handler: () => import('../api/campaigns/update-campaign.ts'),
  },
  {
    name: 'campaigns_delete',
    toolset: 'catalog',
    route: deleteCampaign,
    handler: () => import('../api/campaigns/delete-campaign.ts'),
  },
  {
    name: 'campaigns_create_codes',
    toolset: 'catalog',
    route: createCampaignCodes,
    handler: () => import('../api/campaigns/create-campaign-codes.ts'),
  },
  {
    name: 'campaigns_get_code_batch',
    toolset: 'catalog',
    route: readCodeBatch,
    handler: () => import('../api/campaigns/read-code-batch.ts'),
  },
  {
    name: 'discountcodes_list',
    toolset: 'catalog',
    route: listDiscountCodes,
    handler: () => import('../api/discount-codes/list-discount-codes.ts'),
    defaults: PAGE,
  },
  {
    name: 'discountcodes_get',
    toolset: 'catalog',
    route: readDiscountCode,
    handler: () => import('../api/discount-codes/read-discount-code.ts'),
  },
  {
    name: 'discountcodes_create',
    toolset: 'catalog',
    route: createDiscountCode,
    handler: () => import('../api/discount-codes/create-discount-code.ts'),
  },
  {
    name: 'discountcodes_update',
    toolset: 'catalog',
    route: updateDiscountCode,
    handler: () => import('../api/discount-codes/update-discount-code.ts'),
  },
  {
    name: 'discountcodes_delete',
    toolset: 'catalog',
    route: deleteDiscountCode,
    handler: () => import('../api/discount-codes/delete-discount-code.ts'),
  },
  {
    name: 'discountcodes_create_batch',
    toolset: 'catalog',
    route: createDiscountCodeBatch,
    handler: () => import('../api/discount-codes/create-discount-code-batch.ts'),
  },
];
