import { brandPatch } from '../../domain/company/settings/brand-schema.ts';
import type { Route } from '../../pipeline/route.ts';

const TAG = 'Brand';
const PICTURES = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'] as const;

export const readBrandRoute = {
  name: 'read-brand',
  method: 'GET',
  path: '/v2/companies/{company_id}/brand',
  entry: 'functions/api/brand/read-brand.ts',
  access: 'api-key',
  scope: 'brand:read',
  acting: 'path',
  startsEarly: false,
  tagged: true,
  replies: { 200: 'Brand' },
  errors: ['not_found'],
  summary: 'Read the brand profile of a company',
  description:
    'Names, colors and fonts of emails, pages and documents. `contrast` lists the pairs of colors in which text is ' +
    'shown (WCAG 2.2). On the primary and secondary color the service chooses black or white text.',
  tag: TAG,
  uses: ['table:read'],
} as const satisfies Route;

export const updateBrandRoute = {
  name: 'update-brand',
  method: 'PATCH',
  path: '/v2/companies/{company_id}/brand',
  entry: 'functions/api/brand/update-brand.ts',
  access: 'api-key',
  scope: 'brand:write',
  writes: true,
  acting: 'path',
  idempotency: 'optional-key',
  ifMatch: 'optional',
  tagged: true,
  get body() {
    return brandPatch();
  },
  bodyOptional: true,
  replies: { 200: 'Brand' },
  errors: ['not_found'],
  summary: 'Change the brand profile of a company',
  description:
    'A JSON merge patch: an absent member is unchanged, `null` resets it to its default. A text color with a ' +
    'contrast of less than 4.5:1 to the background is rejected. A change creates a new version of the profile and ' +
    'of the default template, and takes effect immediately; stored documents do not change.',
  tag: TAG,
  uses: ['table:write'],
} as const satisfies Route;

export const listBrandAssetsRoute = {
  name: 'list-brand-assets',
  method: 'GET',
  path: '/v2/companies/{company_id}/brand/assets',
  entry: 'functions/api/brand/list-assets.ts',
  access: 'api-key',
  scope: 'brand:read',
  acting: 'path',
  startsEarly: false,
  replies: { 200: 'BrandAssetList' },
  errors: ['not_found'],
  summary: 'List the pictures of a brand',
  description: 'One row for each role that has a picture, in one page.',
  tag: TAG,
  uses: ['table:read'],
} as const satisfies Route;

export const putBrandAssetRoute = {
  name: 'put-brand-asset',
  method: 'PUT',
  path: '/v2/companies/{company_id}/brand/assets/{asset}',
  entry: 'functions/api/brand/put-asset.ts',
  access: 'api-key',
  scope: 'brand:write',
  writes: true,
  acting: 'path',
  mediaTypes: PICTURES,
  replies: { 200: 'BrandAsset' },
  errors: ['not_found', 'image_store_unavailable'],
  summary: 'Upload a picture of a brand',
  description:
    'The body is the picture itself. Roles: `logo` (on the primary color) and `logo_on_light` (on paper) are PNG, ' +
    'JPEG, WebP or SVG of up to 2 MB; `pdf_background` is PNG or JPEG of up to 4 MB; at most 24 megapixels. The ' +
    'picture is decoded and encoded again; scripts, links and external references of an SVG are removed. Faults of ' +
    'the bytes are reported under `file`.',
  tag: TAG,
  uses: ['table:write', 'objects:read', 'objects:write', 'function:print-picture', 'function:rewrite-svg'],
  memoryMb: 1024,
  timeoutSeconds: 29,
} as const satisfies Route;

export const deleteBrandAssetRoute = {
  name: 'delete-brand-asset',
  method: 'DELETE',
  path: '/v2/companies/{company_id}/brand/assets/{asset}',
  entry: 'functions/api/brand/delete-asset.ts',
  access: 'api-key',
  scope: 'brand:write',
  writes: true,
  acting: 'path',
  replies: { 204: null },
  errors: ['not_found'],
  summary: 'Remove a picture of a brand',
  description: 'Returns 204 even if the role is empty.',
  tag: TAG,
  uses: ['table:write'],
} as const satisfies Route;

/** URL of a brand asset, which is public and can be cached forever. */
export const showBrandAssetRoute = {
  name: 'show-brand-asset',
  method: 'GET',
  path: '/brand-assets/{company_id}/{file}',
  entry: 'functions/api/brand/show-asset.ts',
  access: 'public',
  replies: { 200: 'image/png' },
  errors: ['not_found'],
  summary: 'Download a picture of a brand',
  tag: TAG,
  uses: ['objects:read'],
} as const satisfies Route;

export const brandRoutes = [
  readBrandRoute,
  updateBrandRoute,
  listBrandAssetsRoute,
  putBrandAssetRoute,
  deleteBrandAssetRoute,
  showBrandAssetRoute,
];
