import type { Route } from '../../pipeline/route.ts';

const TAG = 'Documents';
const LARGE =
  'A document over 4.5 MB is answered with 303: `Location` is a link to it that works for ten minutes without a key ' +
  '(do not send yours along).';

/** The link in an email, which grants access to the document without a key. */
export const linkedDocumentRoute = {
  name: 'read-linked-document',
  method: 'GET',
  path: '/documents/{token}',
  entry: 'functions/pages/documents/linked-document.ts',
  access: 'public',
  tagged: 'by-content',
  replies: { 200: 'application/pdf', 303: null },
  summary: 'The document behind a link in an email',
  tag: TAG,
  uses: ['keys', 'table:read', 'rows:VISITS', 'objects:read'],
  memoryMb: 1024,
} as const satisfies Route;

/** `pdf_short_url` of an item, which grants access to the item's document without a key. */
export const linkedItemRoute = {
  name: 'read-linked-item-document',
  method: 'GET',
  path: '/documents/items/{token}',
  entry: 'functions/pages/documents/linked-item.ts',
  access: 'public',
  tagged: 'by-content',
  replies: { 200: 'application/pdf', 303: null },
  summary: 'The document of an item, behind its `pdf_short_url`',
  get description() {
    return `Works for as long as the item can be printed: not before it is paid, and not after it is cancelled. ${LARGE}`;
  },
  tag: TAG,
  uses: ['keys', 'table:read', 'rows:VISITS', 'objects:read', 'objects:write', 'function:print-picture'],
  memoryMb: 1536,
} as const satisfies Route;

export const linkedDocumentRoutes = [linkedDocumentRoute, linkedItemRoute];
