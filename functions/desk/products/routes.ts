import type { Route } from '../../pipeline/route.ts';
import { DESK_REPLIES, DESK_TAG } from '../route-kinds.ts';

export const deskProducts = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-products',
  path: '/desk/products',
  alsoAt: ['/desk/events'],
  entry: 'functions/desk/products/products.ts',
  desk: 'catalog',
  summary: 'All products with price, stock and state; events with their sales',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskCategories = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-categories',
  path: '/desk/products/categories',
  entry: 'functions/desk/products/categories.ts',
  desk: 'catalog',
  summary: 'The categories of the company, with the number of products in each',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskChangeCategories = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-change-categories',
  path: '/desk/products/categories',
  entry: 'functions/desk/products/change-categories.ts',
  desk: 'catalog',
  summary: 'Add, rename, reorder and remove categories',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskProduct = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-product',
  path: '/desk/products/{family}/{id}',
  entry: 'functions/desk/products/product.ts',
  desk: 'catalog',
  summary: 'The editor of a product; the id `new` opens an empty one',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskChangeProduct = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-change-product',
  path: '/desk/products/{family}/{id}',
  entry: 'functions/desk/products/change-product.ts',
  desk: 'catalog',
  summary: 'Create or change a product, with a picture',
  uses: ['keys', 'table:write', 'objects:read', 'objects:write', 'function:print-picture'],
  memoryMb: 1024,
  timeoutSeconds: 29,
} as const satisfies Route;

export const deskActOnProduct = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-act-on-product',
  path: '/desk/products/{family}/{id}/act',
  entry: 'functions/desk/products/act-on-product.ts',
  desk: 'catalog',
  summary: 'Duplicate or archive a product, or change the stock of an option',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskCancelEventForm = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-cancel-event-form',
  path: '/desk/products/events/{id}/cancel',
  entry: 'functions/desk/products/cancel-event-form.ts',
  desk: 'catalog',
  summary: 'Who is notified and what is refunded when an event is cancelled',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskCancelEvent = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-cancel-event',
  path: '/desk/products/events/{id}/cancel',
  entry: 'functions/desk/products/cancel-event.ts',
  desk: 'catalog',
  summary: 'Cancel an event',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskProductsRoutes = [
  deskProducts,
  deskCategories,
  deskChangeCategories,
  deskCancelEventForm,
  deskCancelEvent,
  deskProduct,
  deskChangeProduct,
  deskActOnProduct,
];
