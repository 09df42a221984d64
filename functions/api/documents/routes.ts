import type { Route } from '../../pipeline/route.ts';

const TAG = 'Documents';
const LARGE =
  'For a document over 4.5 MB the response is 303: `Location` is a link to it that works for ten minutes. The link requires no ' +
  'key, so do not send yours.';

export const orderDocumentRoute = {
  name: 'read-order-document',
  method: 'GET',
  path: '/v2/orders/{order_id}/gift-card.pdf',
  entry: 'functions/api/documents/order-document.ts',
  access: 'api-key',
  scope: 'orders:read',
  startsEarly: false,
  tagged: 'by-content',
  replies: { 200: 'application/pdf', 303: null },
  errors: ['not_found', 'multiple_gift_cards'],
  summary: 'Download the document of a fulfilled single-line order',
  get description() {
    return `Returns 404 until the order is fulfilled, and 409 for an order of several lines, in any state. ${LARGE}`;
  },
  tag: TAG,
  uses: ['table:read', 'objects:read'],
  memoryMb: 1024,
} as const satisfies Route;

export const lineDocumentRoute = {
  name: 'read-line-document',
  method: 'GET',
  path: '/v2/orders/{order_id}/lines/{line_id}/gift-card.pdf',
  entry: 'functions/api/documents/line-document.ts',
  access: 'api-key',
  scope: 'orders:read',
  startsEarly: false,
  tagged: 'by-content',
  replies: { 200: 'application/pdf', 303: null },
  errors: ['not_found'],
  summary: 'Download the document of an order line, with a page for each item',
  get description() {
    return `Returns 404 until the order is fulfilled. ${LARGE}`;
  },
  tag: TAG,
  uses: ['table:read', 'objects:read'],
  memoryMb: 1024,
} as const satisfies Route;

export const itemDocumentRoute = {
  name: 'read-item-document',
  method: 'GET',
  path: '/v2/items/{code}/document.pdf',
  entry: 'functions/api/documents/item-document.ts',
  access: 'api-key',
  scope: 'items:read',
  startsEarly: false,
  tagged: 'by-content',
  replies: { 200: 'application/pdf', 303: null },
  errors: ['not_found'],
  summary: 'Download the document of an item',
  get description() {
    return (
      'Shows the item as it was issued, on one page. An item that is not paid yet or was cancelled has no document. ' +
      LARGE
    );
  },
  tag: TAG,
  uses: ['table:read', 'index:ix3', 'rows:GUESSES', 'objects:read', 'objects:write', 'function:print-picture'],
  memoryMb: 1536,
} as const satisfies Route;

export const documentRoutes = [orderDocumentRoute, lineDocumentRoute, itemDocumentRoute];
