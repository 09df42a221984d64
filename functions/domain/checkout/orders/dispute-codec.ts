import * as z from 'zod/mini';
import { dueAt } from '../../../storage/due.ts';
import { sortable } from '../../../storage/sortable.ts';
import { rowCodec } from '../../../storage/row-codec.ts';
import { openDisputes, type DisputeRow } from './dispute-rows.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';

const openIndexOf = ({ company, orderId, disputeId, openedAtMs }: DisputeRow) => ({
  ix1pk: openDisputes(company).partition,
  ix1sk: `${sortable(openedAtMs)}#${orderId}#${disputeId}`,
});

const REPAIR_AFTER_MS = MINUTE_MS;

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
    ...(row.status === 'open' ? openIndexOf(row) : {}),
    ...(row.unsettled || row.status === 'losing'
      ? dueAt('order-dispute', `${row.orderId}#${row.disputeId}`, (row.closedAtMs ?? row.openedAtMs) + REPAIR_AFTER_MS)
      : {}),
  }),
});
