import * as z from 'zod/mini';
import { dueAt } from '../../../storage/due.ts';
import { rowCodec } from '../../../storage/row-codec.ts';
import type { Key, Row } from '../../../storage/table.ts';
import { sortable } from '../../../storage/sortable.ts';

/** The next reminder for the items of an order with the same expiry, as long as there is one. */
export interface ReminderRow extends Row {
  type: 'card-reminder';
  company: string;
  orderId: string;
  validUntilMs: number;
  /** When the next reminder is due. */
  dueAtMs: number;
}

export const reminderKey = (company: string, orderId: string, validUntilMs: number): Key => ({
  pk: `REMINDER#${company}#${orderId}`,
  sk: sortable(validUntilMs),
});

export const reminderCodec = rowCodec<ReminderRow>({
  type: 'card-reminder',
  version: 1,
  shape: () =>
    z.looseObject({ company: z.string(), orderId: z.string(), validUntilMs: z.number(), dueAtMs: z.number() }),
  indexes: ({ company, orderId, validUntilMs, dueAtMs }) =>
    dueAt('card-reminder', `${company}#${orderId}#${validUntilMs}`, dueAtMs),
});
