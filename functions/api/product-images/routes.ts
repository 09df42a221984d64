import { uploadIntentBody } from '../../domain/catalog/greeting-images/schema.ts';
import type { Route } from '../../pipeline/route.ts';

const TAG = 'Catalog management';

export const openProductImageUpload = {
  name: 'open-product-image-upload',
  method: 'POST',
  path: '/v2/catalog/images/upload-intents',
  entry: 'functions/api/product-images/open-upload-slot.ts',
  access: 'api-key',
  scope: 'catalog:write',
  writes: true,
  idempotency: 'key',
  body: uploadIntentBody,
  replies: { 201: 'ProductImageUpload' },
  createdAt: '/v2/catalog/images/upload-intents/{id}/finalize',
  errors: ['invalid_sha256', 'invalid_byte_size', 'invalid_mime'],
  summary: 'Open an upload slot for a product picture',
  description:
    'Send the bytes to `upload.url` with `upload.method` and exactly the headers given; the URL accepts no other ' +
    'type, size or checksum. Upload and finalize within 15 minutes, after which the slot is closed.',
  tag: TAG,
  uses: ['table:write', 'objects:write'],
} as const satisfies Route;

export const finalizeProductImage = {
  name: 'finalize-product-image',
  method: 'POST',
  path: '/v2/catalog/images/upload-intents/{id}/finalize',
  entry: 'functions/api/product-images/finalize.ts',
  access: 'api-key',
  scope: 'catalog:write',
  writes: true,
  idempotency: 'key',
  replies: { 201: 'ProductImage' },
  createdAt: '{url}',
  errors: ['not_found', 'validation_failed', 'image_store_unavailable'],
  summary: 'Finalize an uploaded product picture',
  description:
    'Checks the bytes like those of a greeting picture, decodes the picture and encodes it at widths of 320, 640 ' +
    'and 1280 pixels, but not wider than the upload. `url` is public and never changes; use it in `images` of a ' +
    'product or an option. After a 422 the slot stays open. A closed slot returns 404.',
  tag: TAG,
  uses: ['table:write', 'objects:read', 'objects:write', 'function:print-picture'],
  memoryMb: 1024,
  timeoutSeconds: 29,
} as const satisfies Route;

export const showProductImage = {
  name: 'show-product-image',
  method: 'GET',
  path: '/product-images/{company_id}/{file}',
  entry: 'functions/api/product-images/show.ts',
  access: 'public',
  replies: { 200: 'image/png' },
  errors: ['not_found'],
  summary: 'Download a picture of a product',
  tag: TAG,
  uses: ['objects:read'],
} as const satisfies Route;

export const productImageRoutes = [openProductImageUpload, finalizeProductImage, showProductImage];
