import { createHash } from 'node:crypto';
import type { Row } from './table.ts';
import { sortable } from './sortable.ts';

/**
 * The due index contains rows that need work at a given time. It has shards, so that companies do not share one
 * partition, and is sorted by time, so that a sweep reads only due rows.
 */

const USUAL_SHARDS = 8;
/** More shards for kinds that every order of an on-sale adds and removes, fewer for rare kinds. */
const OTHER_SHARDS: Partial<Record<DueKind, number>> = {
  'order-expiry': 48,
  'order-fulfillment': 16,
  'item-expiry': 16,
  'event-move': 1,
  'event-cancellation': 1,
};

export const shardsOf = (kind: DueKind): number[] =>
  Array.from({ length: OTHER_SHARDS[kind] ?? USUAL_SHARDS }, (_, shard) => shard);

/**
 * Kinds of due rows. Each kind is swept by one schedule, except `order-failed`: these orders stay in the index until a
 * user or an operator retries them.
 */
export type DueKind =
  | 'order-expiry'
  | 'order-fulfillment'
  | 'order-payment'
  | 'order-refund'
  | 'order-dispute'
  | 'order-failed'
  | 'webhook-delivery'
  | 'item-expiry'
  | 'event-move'
  | 'event-cancellation'
  | 'picture'
  | 'leftover'
  | 'integrity-check';

const shardOf = (kind: DueKind, id: string): number =>
  createHash('sha256').update(id).digest().readUInt16BE(0) % shardsOf(kind).length;

/** Index attributes of a row that is due at a time. Remove both when the row is no longer due. */
export const dueAt = (kind: DueKind, id: string, atMs: number): { duepk: string; duesk: string } => ({
  duepk: `${kind}#${shardOf(kind, id)}`,
  duesk: `${sortable(atMs)}#${id}`,
});

/** When a row is due, in milliseconds since the epoch. */
export const dueMoment = (row: Pick<Row, 'duesk'>): number => Number((row.duesk ?? '').slice(0, 14));
