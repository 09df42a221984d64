import type { Route } from '../../pipeline/route.ts';
import { discountCodeBody, discountCodePatch, pageQuery } from '../campaigns/schema.ts';
import { discountBatchBody } from '../../domain/administration/code-batches/schema.ts';

const TAG = 'Campaigns';

export const listDiscountCodes = {
  name: 'list-discount-codes',
  method: 'GET',
  path: '/v2/discount-codes',
  entry: 'functions/api/discount-codes/list-discount-codes.ts',
  access: 'api-key',
  scope: 'campaigns:read',
  query: pageQuery,
  replies: { 200: 'DiscountCodeList' },
  errors: ['not_found', 'validation_failed'],
  summary: 'List all discount codes',
  description:
    'Sorted by code. `used` counts the orders that use a code, except those that expired, were rejected or were ' +
    'refunded before issue.',
  tag: TAG,
  uses: ['keys', 'table:read'],
} as const satisfies Route;

export const createDiscountCode = {
  name: 'create-discount-code',
  method: 'POST',
  path: '/v2/discount-codes',
  entry: 'functions/api/discount-codes/create-discount-code.ts',
  access: 'api-key',
  scope: 'campaigns:write',
  writes: true,
  idempotency: 'key',
  get body() {
    return discountCodeBody();
  },
  tagged: true,
  replies: { 201: 'DiscountCode' },
  createdAt: '/v2/discount-codes/{code}',
  errors: ['not_found'],
  summary: 'Create a discount code',
  description:
    'The body has the members of the operator data file, without `company`. Codes match regardless of case. A code ' +
    'that exists returns 422 on `code`. A deleted code can be created again and continues its count of uses.',
  tag: TAG,
  uses: ['table:write'],
} as const satisfies Route;

export const createDiscountCodeBatch = {
  name: 'create-discount-code-batch',
  method: 'POST',
  path: '/v2/discount-codes/batch',
  entry: 'functions/api/discount-codes/create-discount-code-batch.ts',
  access: 'api-key',
  scope: 'campaigns:write',
  writes: true,
  idempotency: 'key',
  get body() {
    return discountBatchBody();
  },
  replies: { 201: 'CodeBatch' },
  createdAt: '/v2/code-batches/{id}',
  errors: ['not_found'],
  summary: 'Create single-use discount codes',
  description:
    'Creates `count` codes, 1 to 10,000, that begin with `prefix`. Each can be used once. The other members are ' +
    'those of a discount code. A large batch is `running` until its codes have been created.',
  tag: TAG,
  uses: ['table:write', 'table:batch'],
} as const satisfies Route;

export const readDiscountCode = {
  name: 'read-discount-code',
  method: 'GET',
  path: '/v2/discount-codes/{code}',
  entry: 'functions/api/discount-codes/read-discount-code.ts',
  access: 'api-key',
  scope: 'campaigns:read',
  tagged: 'for-changes',
  replies: { 200: 'DiscountCode' },
  errors: ['not_found'],
  summary: 'Read a discount code',
  description: 'The code matches regardless of case.',
  tag: TAG,
  uses: ['table:read'],
} as const satisfies Route;

export const updateDiscountCode = {
  name: 'update-discount-code',
  method: 'PATCH',
  path: '/v2/discount-codes/{code}',
  entry: 'functions/api/discount-codes/update-discount-code.ts',
  access: 'api-key',
  scope: 'campaigns:write',
  writes: true,
  idempotency: 'optional-key',
  ifMatch: 'required',
  tagged: true,
  get body() {
    return discountCodePatch();
  },
  replies: { 200: 'DiscountCode' },
  errors: ['not_found'],
  summary: 'Change a discount code',
  description: 'A JSON merge patch; `code` cannot change. Existing orders keep their discount.',
  tag: TAG,
  uses: ['table:write'],
} as const satisfies Route;

export const deleteDiscountCode = {
  name: 'delete-discount-code',
  method: 'DELETE',
  path: '/v2/discount-codes/{code}',
  entry: 'functions/api/discount-codes/delete-discount-code.ts',
  access: 'api-key',
  scope: 'campaigns:write',
  writes: true,
  idempotency: 'optional-key',
  ifMatch: 'optional',
  replies: { 204: null },
  errors: ['not_found', 'idempotency_conflict'],
  summary: 'Delete a discount code',
  description: 'No further order can use it. Orders that used it keep their price.',
  tag: TAG,
  uses: ['table:write'],
} as const satisfies Route;

export const discountCodeRoutes = [
  listDiscountCodes,
  createDiscountCode,
  createDiscountCodeBatch,
  readDiscountCode,
  updateDiscountCode,
  deleteDiscountCode,
];
