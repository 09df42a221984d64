import type { Actor } from '../../../platform/actor.ts';
import type { Key, Row } from '../../../storage/table.ts';
import { sortable } from '../../../storage/sortable.ts';
import { itemPartition } from './rows.ts';

/** Something that was done with an item and changed neither value nor state. */
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

export const itemActionKey = (action: Pick<ItemActionRow, 'company' | 'code' | 'atMs' | 'requestId'>): Key => ({
  pk: itemPartition(action.company, action.code),
  sk: `action#${sortable(action.atMs)}#${action.requestId}`,
});

/** What was done with an item. */
export const actionsOf = (company: string, code: string) =>
  ({ partition: itemPartition(company, code), prefix: 'action#' }) as const;

/** What was done with an item up to and including a moment. */
export const actionsUntil = (company: string, code: string, untilMs: number) =>
  ({ partition: itemPartition(company, code), from: 'action#', to: `action#${sortable(untilMs)}#~` }) as const;
