import type { Route } from '../../pipeline/route.ts';

/** Pages where customers buy from a company that has no shop of its own. */
const TAG = 'Shop';

export const shopLanding = {
  name: 'shop-landing',
  method: 'GET',
  path: '/shop/{slug}',
  alsoAt: [
    '/shop',
    '/shop/{slug}/{language}',
    '/shop/{slug}/{language}/{family}',
    '/shop/{slug}/{language}/{family}/{path+}',
  ],
  entry: 'functions/pages/shop/landing.ts',
  access: 'public',
  replies: { 200: 'text/html' },
  errors: ['not_found'],
  summary: 'The products of a shop: all, or one family',
  tag: TAG,
  uses: ['keys', 'table:read', 'rows:VISITS'],
} as const satisfies Route;

export const shopProduct = {
  name: 'shop-product',
  method: 'GET',
  path: '/shop/{slug}/{language}/products/{product_id}',
  entry: 'functions/pages/shop/product.ts',
  access: 'public',
  replies: { 200: 'text/html' },
  summary: 'One product of a shop, with its options',
  tag: TAG,
  uses: ['keys', 'table:read', 'rows:VISITS'],
} as const satisfies Route;

export const shopAsset = {
  name: 'shop-asset',
  method: 'GET',
  path: '/shop/-/{asset}',
  entry: 'functions/pages/shop/asset.ts',
  access: 'public',
  replies: { 200: 'text/javascript' },
  errors: ['not_found'],
  summary: 'A script of the shop pages',
  tag: TAG,
  uses: [],
} as const satisfies Route;

export const shopStyle = {
  name: 'shop-style',
  method: 'GET',
  path: '/shop/{slug}/style/{file}',
  entry: 'functions/pages/shop/style.ts',
  access: 'public',
  replies: { 200: 'text/css' },
  errors: ['not_found'],
  summary: 'The style sheet of a shop, in the colors of its brand',
  tag: TAG,
  uses: ['table:read'],
} as const satisfies Route;

export const shopBuy = {
  name: 'shop-buy',
  method: 'GET',
  path: '/shop/{slug}/{language}/buy',
  alsoAt: ['/shop/{slug}/buy'],
  entry: 'functions/pages/shop/buy.ts',
  access: 'public',
  replies: { 200: 'text/html', 303: null },
  summary: 'The form of an order, filled in from a link',
  tag: TAG,
  uses: ['keys', 'table:read', 'rows:VISITS'],
} as const satisfies Route;

export const shopOrder = {
  name: 'shop-order',
  method: 'POST',
  path: '/shop/{slug}/{language}/buy',
  alsoAt: ['/shop/{slug}/buy'],
  entry: 'functions/pages/shop/order.ts',
  access: 'public',
  replies: { 200: 'text/html', 303: null },
  summary: 'Review a completed form, or place its order',
  tag: TAG,
  uses: ['keys', 'table:write', 'objects:read', 'objects:write', 'function:print-picture', 'payments', 'courier'],
  memoryMb: 1024,
  timeoutSeconds: 29,
} as const satisfies Route;

export const shopPrice = {
  name: 'shop-price',
  method: 'POST',
  path: '/shop/{slug}/{language}/price',
  entry: 'functions/pages/shop/price.ts',
  access: 'public',
  replies: { 200: 'text/html' },
  summary: 'Show the price of a form that is being filled in',
  tag: TAG,
  uses: ['keys', 'table:read', 'rows:VISITS'],
} as const satisfies Route;

export const shopPickupPoints = {
  name: 'shop-pickup-points',
  method: 'GET',
  path: '/shop/{slug}/{language}/pickup-points',
  entry: 'functions/pages/shop/pickup-points.ts',
  access: 'public',
  replies: { 200: 'text/html' },
  summary: 'Pickup points near a place',
  tag: TAG,
  uses: ['keys', 'table:read', 'rows:COMPANY', 'rows:VISITS', 'courier'],
} as const satisfies Route;

export const shopOpenPicture = {
  name: 'shop-open-picture',
  method: 'POST',
  path: '/shop/{slug}/{language}/pictures',
  entry: 'functions/pages/shop/open-picture.ts',
  access: 'public',
  replies: { 201: 'GreetingImageUpload' },
  summary: 'Open an upload slot for the picture of a form',
  tag: TAG,
  uses: ['keys', 'table:write', 'objects:write'],
} as const satisfies Route;

export const shopFinishPicture = {
  name: 'shop-finish-picture',
  method: 'POST',
  path: '/shop/{slug}/{language}/pictures/{id}',
  entry: 'functions/pages/shop/finish-picture.ts',
  access: 'public',
  replies: { 201: 'GreetingImage' },
  summary: 'Finish the picture of a form',
  tag: TAG,
  uses: ['keys', 'table:write', 'objects:read', 'objects:write', 'function:print-picture'],
  memoryMb: 1024,
  timeoutSeconds: 29,
} as const satisfies Route;

export const shopReceipt = {
  name: 'shop-receipt',
  method: 'GET',
  path: '/shop/{slug}/{language}/orders/{order_id}/{signature}',
  entry: 'functions/pages/shop/receipt.ts',
  access: 'public',
  replies: { 200: 'text/html' },
  summary: 'The receipt of an order, for anyone who has its URL',
  tag: TAG,
  uses: ['keys', 'table:read', 'rows:VISITS'],
} as const satisfies Route;

export const shopPay = {
  name: 'shop-pay',
  method: 'POST',
  path: '/shop/{slug}/{language}/orders/{order_id}/{signature}',
  entry: 'functions/pages/shop/pay.ts',
  access: 'public',
  replies: { 200: 'text/html', 303: null },
  summary: 'Redirect to the payment page of an unpaid order, or apply a gift card',
  tag: TAG,
  uses: ['keys', 'table:write', 'payments'],
  timeoutSeconds: 29,
} as const satisfies Route;

export const shopDocument = {
  name: 'shop-document',
  method: 'GET',
  path: '/shop/{slug}/{language}/orders/{order_id}/{signature}/{line_id}',
  entry: 'functions/pages/shop/document.ts',
  access: 'public',
  replies: { 200: 'application/pdf', 303: null },
  summary: 'The document of a line of a fulfilled order, for anyone who has the URL of its receipt',
  tag: TAG,
  uses: ['keys', 'table:read', 'rows:VISITS', 'objects:read'],
  memoryMb: 1024,
} as const satisfies Route;

export const shopRoutes = [
  shopLanding,
  shopProduct,
  shopBuy,
  shopOrder,
  shopPrice,
  shopPickupPoints,
  shopOpenPicture,
  shopFinishPicture,
  shopReceipt,
  shopPay,
  shopDocument,
  shopStyle,
  shopAsset,
];
