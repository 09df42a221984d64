import { adjustBody, extendBody, reasonBody, replaceBody } from '../../domain/value/items/schema.ts';
import type { Route } from '../../pipeline/route.ts';

export const blockItem = {
  method: 'POST',
  access: 'api-key',
  scope: 'items:write',
  writes: true,
  idempotency: 'key',
  tag: 'Items',
  name: 'block-item',
  auditedByDomain: true,
  path: '/v2/items/{code}/block',
  entry: 'functions/api/items/block-item.ts',
  get body() {
    return reasonBody();
  },
  bodyOptional: true,
  replies: { 200: 'Item' },
  errors: ['not_found', 'validation_failed', 'idempotency_conflict', 'item_busy'],
  summary: 'Block an item',
  description:
    'Every availability flag of a blocked item is false and `claim_error` reports the block. Holds stay and can be ' +
    'captured. An item that is already blocked is returned unchanged.',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const unblockItem = {
  method: 'POST',
  access: 'api-key',
  scope: 'items:write',
  writes: true,
  idempotency: 'key',
  tag: 'Items',
  name: 'unblock-item',
  auditedByDomain: true,
  path: '/v2/items/{code}/unblock',
  entry: 'functions/api/items/unblock-item.ts',
  get body() {
    return reasonBody();
  },
  bodyOptional: true,
  replies: { 200: 'Item' },
  errors: ['not_found', 'validation_failed', 'idempotency_conflict', 'item_busy'],
  summary: 'Unblock an item',
  description: 'An item that is not blocked is returned unchanged.',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const extendItem = {
  method: 'POST',
  access: 'api-key',
  scope: 'items:write',
  writes: true,
  idempotency: 'key',
  tag: 'Items',
  name: 'extend-item',
  auditedByDomain: true,
  path: '/v2/items/{code}/extend',
  entry: 'functions/api/items/extend-item.ts',
  get body() {
    return extendBody();
  },
  replies: { 200: 'Item' },
  errors: ['not_found', 'validation_failed', 'idempotency_conflict', 'item_busy'],
  summary: 'Extend the validity of an item',
  description:
    '`validity` is a date in the time zone of the company, later than today and than the current validity. The ' +
    'item is valid until the end of that day. An expired item with value left is Paid again.',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const adjustItem = {
  method: 'POST',
  access: 'api-key',
  scope: 'items:adjust',
  writes: true,
  idempotency: 'key',
  tag: 'Items',
  name: 'adjust-item',
  auditedByDomain: true,
  path: '/v2/items/{code}/adjust',
  entry: 'functions/api/items/adjust-item.ts',
  get body() {
    return adjustBody();
  },
  replies: { 200: 'Item' },
  errors: ['not_found', 'validation_failed', 'amount_precision_unsupported', 'idempotency_conflict', 'item_busy'],
  summary: 'Raise or lower the value of a card',
  description:
    '`amount` is signed. The value cannot fall below what is held, or exceed ten times the largest amount that the company sells. Added value is never paid out: a refund of the order takes purchased value first.',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const replaceItem = {
  method: 'POST',
  access: 'api-key',
  scope: 'items:write',
  writes: true,
  idempotency: 'key',
  tag: 'Items',
  name: 'replace-item',
  auditedByDomain: true,
  path: '/v2/items/{code}/replace',
  entry: 'functions/api/items/replace-item.ts',
  get body() {
    return replaceBody();
  },
  bodyOptional: true,
  replies: { 201: 'Item' },
  createdAt: '/v2/items/{code}',
  errors: ['not_found', 'validation_failed', 'idempotency_conflict', 'item_held', 'item_busy'],
  summary: 'Replace an item with one that has another code',
  description:
    'The new item has the order, the remaining value and the validity of the old one, which is cancelled. The new ' +
    'document is emailed to `email`, otherwise to the receiver of the item.',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const itemStateRoutes = [blockItem, unblockItem, extendItem, adjustItem, replaceItem];
