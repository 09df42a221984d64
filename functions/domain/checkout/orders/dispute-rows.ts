import * as z from 'zod/mini';
import type { Actor } from '../../../platform/actor.ts';
import { dueAt } from '../../../storage/due.ts';
import { sortable } from '../../../storage/sortable.ts';
import { rowCodec } from '../../../storage/row-codec.ts';
import type { VersionedRow } from '../../../storage/change-row.ts';
import type { Key } from '../../../storage/table.ts';

/** One dispute of a payment. It is due while the items of the order do not stand as it asks. */
export interface DisputeRow extends VersionedRow {
  type: 'dispute';
  company: string;
  orderId: string;
  /** The gateway's name for it. */
  disputeId: string;
  /** `losing`: lost, which a running refund keeps from being recorded. */
  status: 'open' | 'won' | 'losing' | 'lost';
  /** The gateway's name for the payment that is disputed. */
  paymentReference: string;
  /** Smallest unit. */
  amount: number;
  by: Actor;
  openedAtMs: number;
  closedAtMs?: number;
  unsettled?: true;
}

export const disputeRowKey = (company: string, orderId: string, disputeId: string): Key => ({
  pk: `ORDER#${company}#${orderId}`,
  sk: `dispute#${disputeId}`,
});

/** Open disputes of a company, by when they were opened. */
export const openDisputes = (company: string) => ({ index: 'ix1', partition: `${company}#open-disputes` }) as const;

const listed = ({ company, orderId, disputeId, openedAtMs }: DisputeRow) => ({
  ix1pk: openDisputes(company).partition,
  ix1sk: `${sortable(openedAtMs)}#${orderId}#${disputeId}`,
});

const REPAIR_AFTER_MS = 60_000;

export const disputeCodec = rowCodec<DisputeRow>({
  type: 'dispute',
  version: 1,
  shape: () =>
    z.looseObject({
      company: z.string(),
      orderId: z.string(),
      disputeId: z.string(),
      status: z.enum(['open', 'won', 'losing', 'lost']),
      paymentReference: z.string(),
      amount: z.int(),
      by: z.looseObject({}),
      openedAtMs: z.number(),
      version: z.int(),
    }),
  indexes: (row) => ({
    ...(row.status === 'open' ? listed(row) : {}),
    ...(row.unsettled || row.status === 'losing'
      ? dueAt('order-dispute', `${row.orderId}#${row.disputeId}`, (row.closedAtMs ?? row.openedAtMs) + REPAIR_AFTER_MS)
      : {}),
  }),
});
