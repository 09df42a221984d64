import { operatorIssueBody } from '../../domain/administration/operator-issues/schema.ts';
import type { Route } from '../../pipeline/route.ts';

export const createOperatorIssue = {
  method: 'POST',
  access: 'api-key',
  writes: true,
  idempotency: 'key',
  auditedByDomain: true,
  tag: 'Items',
  scope: 'orders:create',
  /** The request also settles the payment of the items. */
  alsoScope: 'orders:settle',
  name: 'create-operator-issue',
  path: '/v2/operator-issues',
  entry: 'functions/api/operator-issues/issue.ts',
  get body() {
    return operatorIssueBody();
  },
  replies: { 201: 'IssuedItems' },
  createdAt: '/v2/items?order_id={order_id}',
  errors: [
    'test_key_not_accepted_in_production',
    'settlement_not_enabled',
    'validation_failed',
    'idempotency_conflict',
  ],
  summary: 'Issue coupons, vouchers or benefit deals',
  description:
    'For items that are not in a catalog: ticket coupons, special vouchers, and benefit deals for another company. ' +
    'Needs settlement by invoice on the contract. No stock is taken. The company in `issued_to` can read a benefit ' +
    'deal and its document; only the issuer can redeem it.',
  uses: ['keys', 'table:write', 'table:batch'],
  timeoutSeconds: 29,
} as const satisfies Route;

export const operatorIssueRoutes = [createOperatorIssue];
