import type { ItemStatus } from './statuses.ts';

export const LEDGER_KINDS = [
  'issue',
  'activate',
  'claim',
  'refund',
  'cancel',
  'expire',
  'withdraw',
  'reinstate',
  'block',
  'unblock',
  'extend',
  'adjust',
  'replace',
] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** A ledger entry as kept in the row of its item. */
export type LatestEntry = readonly [
  seq: number,
  kind: LedgerKind,
  deltaMinor: number,
  status: ItemStatus,
  atMs: number,
];
