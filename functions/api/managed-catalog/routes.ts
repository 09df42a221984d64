import type { Route } from '../../pipeline/route.ts';
import { cancelEventBody, categoriesBody, entryBody, entryPatch, listManagedQuery, stockBody } from './schema.ts';

const TAG = 'Catalog management';

export const listManagedProducts = {
  name: 'list-managed-products',
  method: 'GET',
  path: '/v2/catalog/{family}',
  entry: 'functions/api/managed-catalog/list-products.ts',
  access: 'api-key',
  scope: 'catalog:write',
  query: listManagedQuery,
  replies: { 200: 'ManagedProductList' },
  errors: ['not_found', 'validation_failed'],
  summary: 'List all products of a family',
  description:
    '`family` is `experiences`, `events` or `special-offers`. Lists all products but archived ones, newest first. ' +
    '`withheld` has the reasons why buyers do not see a product. `search` finds parts of the name.',
  tag: TAG,
  uses: ['keys', 'table:read'],
} as const satisfies Route;

export const createManagedProduct = {
  name: 'create-managed-product',
  method: 'POST',
  path: '/v2/catalog/{family}',
  entry: 'functions/api/managed-catalog/create-product.ts',
  access: 'api-key',
  scope: 'catalog:write',
  writes: true,
  idempotency: 'key',
  get body() {
    return entryBody();
  },
  tagged: true,
  replies: { 201: 'ManagedProduct' },
  createdAt: '/v2/catalog/{family}/{id}',
  errors: ['not_found'],
  summary: 'Create a product',
  description:
    'The body has the members of the operator data file, without `company`. If ids of the product or its options ' +
    'are left out, they are assigned.',
  tag: TAG,
  uses: ['table:write'],
} as const satisfies Route;

export const readManagedProduct = {
  name: 'read-managed-product',
  method: 'GET',
  path: '/v2/catalog/{family}/{id}',
  entry: 'functions/api/managed-catalog/read-product.ts',
  access: 'api-key',
  scope: 'catalog:write',
  tagged: 'for-changes',
  replies: { 200: 'ManagedProduct' },
  errors: ['not_found'],
  summary: 'Read a product, including members that buyers do not see',
  description: '`id` is the number of the product in operator data. Archived products can be read, too.',
  tag: TAG,
  uses: ['table:read'],
} as const satisfies Route;

export const updateManagedProduct = {
  name: 'update-managed-product',
  method: 'PATCH',
  path: '/v2/catalog/{family}/{id}',
  entry: 'functions/api/managed-catalog/update-product.ts',
  access: 'api-key',
  scope: 'catalog:write',
  writes: true,
  idempotency: 'optional-key',
  ifMatch: 'required',
  tagged: true,
  get body() {
    return entryPatch();
  },
  replies: { 200: 'ManagedProduct' },
  errors: ['not_found', 'product_archived'],
  summary: 'Change a product',
  description:
    'A JSON merge patch. `options` is merged by `id`: an entry without `id` adds an option, `{id, removed: true}` ' +
    'removes one from sale permanently, and other options are unchanged. Orders and cards keep the terms under ' +
    'which they were sold. Holders of tickets are notified when the day or place of an event changes.',
  tag: TAG,
  uses: ['table:write'],
} as const satisfies Route;

export const archiveManagedProduct = {
  name: 'archive-managed-product',
  method: 'DELETE',
  path: '/v2/catalog/{family}/{id}',
  entry: 'functions/api/managed-catalog/archive-product.ts',
  access: 'api-key',
  scope: 'catalog:write',
  writes: true,
  idempotency: 'optional-key',
  ifMatch: 'optional',
  replies: { 204: null },
  errors: ['not_found', 'idempotency_conflict'],
  summary: 'Archive a product',
  description:
    'The product is never sold again and is absent from every list. Orders, items, documents and reports keep it, ' +
    'and unpaid orders can still be paid. Archiving it again also returns 204.',
  tag: TAG,
  uses: ['table:write'],
} as const satisfies Route;

export const duplicateManagedProduct = {
  name: 'duplicate-managed-product',
  method: 'POST',
  path: '/v2/catalog/{family}/{id}/duplicate',
  entry: 'functions/api/managed-catalog/duplicate-product.ts',
  access: 'api-key',
  scope: 'catalog:write',
  writes: true,
  idempotency: 'key',
  tagged: true,
  replies: { 201: 'ManagedProduct' },
  createdAt: '/v2/catalog/{family}/{id}',
  errors: ['not_found', 'validation_failed'],
  summary: 'Duplicate a product',
  description:
    'The copy has new ids, is not active, and has "(copy)" added to its name in the language of the company.',
  tag: TAG,
  uses: ['table:write'],
} as const satisfies Route;

export const readGiftCard = {
  name: 'read-gift-card',
  method: 'GET',
  path: '/v2/catalog/gift-card',
  entry: 'functions/api/managed-catalog/read-gift-card.ts',
  access: 'api-key',
  scope: 'catalog:write',
  tagged: 'for-changes',
  replies: { 200: 'ManagedGiftCard' },
  errors: ['not_found'],
  summary: 'Read the value product',
  description: 'Returns 404 if the company has no value product.',
  tag: TAG,
  uses: ['table:read'],
} as const satisfies Route;

export const updateGiftCard = {
  name: 'update-gift-card',
  method: 'PATCH',
  path: '/v2/catalog/gift-card',
  entry: 'functions/api/managed-catalog/update-gift-card.ts',
  access: 'api-key',
  scope: 'catalog:write',
  writes: true,
  idempotency: 'optional-key',
  ifMatch: 'required',
  tagged: true,
  get body() {
    return entryBody();
  },
  replies: { 200: 'ManagedGiftCard', 204: null },
  errors: ['not_found'],
  summary: 'Change the value product',
  description:
    'A JSON merge patch of its members. `{"gift_card": null}` removes the product from sale (204). If there is ' +
    'none, a patch with all required members creates it; send the `ETag` of the 404, or `*`, in `If-Match`.',
  tag: TAG,
  uses: ['table:write'],
} as const satisfies Route;

export const readCategories = {
  name: 'read-categories',
  method: 'GET',
  path: '/v2/catalog/categories',
  entry: 'functions/api/managed-catalog/read-categories.ts',
  access: 'api-key',
  scope: 'catalog:write',
  tagged: 'for-changes',
  replies: { 200: 'Categories' },
  errors: ['not_found'],
  summary: 'List all categories',
  description: 'Returns the whole list.',
  tag: TAG,
  uses: ['table:read'],
} as const satisfies Route;

export const replaceCategories = {
  name: 'replace-categories',
  method: 'PUT',
  path: '/v2/catalog/categories',
  entry: 'functions/api/managed-catalog/replace-categories.ts',
  access: 'api-key',
  scope: 'catalog:write',
  writes: true,
  ifMatch: 'required',
  tagged: true,
  get body() {
    return categoriesBody();
  },
  replies: { 200: 'Categories' },
  errors: ['not_found'],
  summary: 'Replace all categories',
  description: 'The body has the whole list.',
  tag: TAG,
  uses: ['table:write'],
} as const satisfies Route;

export const readStock = {
  name: 'read-stock',
  method: 'GET',
  path: '/v2/catalog/options/{option_id}/stock',
  entry: 'functions/api/managed-catalog/read-stock.ts',
  access: 'api-key',
  scope: 'catalog:write',
  replies: { 200: 'Stock' },
  errors: ['not_found'],
  summary: 'Read the stock of an option',
  description: 'Each unit counts in one of `remaining`, `held` (by unpaid orders) and `sold`.',
  tag: TAG,
  uses: ['table:read'],
} as const satisfies Route;

export const setStock = {
  name: 'set-stock',
  method: 'POST',
  path: '/v2/catalog/options/{option_id}/stock',
  entry: 'functions/api/managed-catalog/set-stock.ts',
  access: 'api-key',
  scope: 'catalog:write',
  writes: true,
  idempotency: 'key',
  get body() {
    return stockBody();
  },
  replies: { 200: 'Stock' },
  errors: ['not_found', 'insufficient_stock', 'product_archived'],
  summary: 'Set or change the stock of an option',
  description:
    '`set` sets the number of remaining units, or makes the stock unlimited if it is null; `change` adds or ' +
    'removes units. The change is applied once for each idempotency key, even while the option is being sold.',
  tag: TAG,
  uses: ['table:write'],
} as const satisfies Route;

export const cancelEvent = {
  name: 'cancel-event',
  method: 'POST',
  path: '/v2/catalog/events/{id}/cancel',
  entry: 'functions/api/managed-catalog/cancel-event.ts',
  access: 'api-key',
  scope: 'catalog:write',
  writes: true,
  idempotency: 'key',
  get body() {
    return cancelEventBody();
  },
  replies: { 202: 'EventCancellation' },
  errors: ['not_found', 'test_key_not_accepted_in_production'],
  summary: 'Cancel an event',
  description:
    'Ends the sale of the event, withdraws its tickets and notifies every buyer by email, with `message`. `refund: ' +
    '"all"` refunds each order once for what was paid for the tickets, including fees, add-ons and used tickets; ' +
    'it also requires the scope `orders:refund`. Unpaid orders can no longer be paid. Poll the cancellation for ' +
    'its progress. A second request returns the first cancellation.',
  tag: TAG,
  uses: ['table:write'],
} as const satisfies Route;

export const readEventCancellation = {
  name: 'read-event-cancellation',
  method: 'GET',
  path: '/v2/catalog/event-cancellations/{id}',
  entry: 'functions/api/managed-catalog/read-event-cancellation.ts',
  access: 'api-key',
  scope: 'catalog:write',
  replies: { 200: 'EventCancellation' },
  errors: ['not_found'],
  summary: 'Read the progress of a cancelled event',
  description:
    '`orders` counts the paid orders found so far, `refunded_orders` those whose tickets are refunded in full. ' +
    '`failures` lists at most 1,000 orders that cannot be refunded; they are left for staff.',
  tag: TAG,
  uses: ['table:read'],
} as const satisfies Route;

/** Fixed paths come first, because a path with a family matches any name. */
export const managedCatalogRoutes = [
  readGiftCard,
  updateGiftCard,
  readCategories,
  replaceCategories,
  readStock,
  setStock,
  cancelEvent,
  readEventCancellation,
  listManagedProducts,
  createManagedProduct,
  readManagedProduct,
  updateManagedProduct,
  archiveManagedProduct,
  duplicateManagedProduct,
];
