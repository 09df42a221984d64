import { createHash } from 'node:crypto';
import type { Actor } from '../../../platform/actor.ts';
import type { Key, Row } from '../../../storage/table.ts';
import { sortable } from '../../../storage/sortable.ts';
import { itemPartition } from './rows.ts';

/** An action on an item that changed neither value nor state. */
export interface ItemActionRow extends Row {
  type: 'item-action';
  company: string;
  code: string;
  orderId: string;
  action: 'resend';
  email: string;
  by: Actor;
  requestId: string;
  atMs: number;
}

/** The key has a hash of the request id, because the longest id that a caller can choose is longer than a key. */
export const itemActionKey = (action: Pick<ItemActionRow, 'company' | 'code' | 'atMs' | 'requestId'>): Key => ({
  pk: itemPartition(action.company, action.code),
  sk: `action#${sortable(action.atMs)}#${createHash('sha256').update(action.requestId).digest('hex')}`,
});

/** Actions on an item. */
export const actionsOf = (company: string, code: string) =>
  ({ partition: itemPartition(company, code), prefix: 'action#' }) as const;

/** Actions on an item until a given time, inclusive. */
export const actionsUntil = (company: string, code: string, untilMs: number) =>
  ({ partition: itemPartition(company, code), from: 'action#', to: `action#${sortable(untilMs)}#~` }) as const;
