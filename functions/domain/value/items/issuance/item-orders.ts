import { createHash } from 'node:crypto';
import { membersAre } from '../../../../storage/conditions.ts';
import { rowUpdate } from '../../../../storage/row-update.ts';
import type { Condition, Key, Row } from '../../../../storage/table.ts';
import type { Write } from '../../../../storage/transactions.ts';
import type { CompanyRow } from '../../../company/companies/rows.ts';
import type { Actor } from '../../../../platform/actor.ts';
import type { ItemFacts } from '../rows.ts';

/**
 * An order that was issued directly (lib/reference/items.md#direct-issuance). It describes its items, so that the issue
 * or capture of many items can resume after an interruption.
 */
export interface ItemOrderRow extends Row {
  type: 'item-order';
  company: string;
  orderId: string;
  state: 'awaiting-payment' | 'paid';
  /** Facts that all items share; they differ only in code and sequence. */
  facts: Omit<ItemFacts, 'code' | 'sequence'>;
  /** Seed from which the codes are derived. */
  codeSeed: string;
  by: Actor;
  requestId: string;
  /**
   * Hash of the route and input of the request. The request's guid finds this order for as long as the order is kept.
   */
  inputHash: string;
  /** Actor, request and time of the capture; null before it. */
  captured: { by: Actor; requestId: string; atMs: number } | null;
  /**
   * Number of discarded items. A capture is decided again if this number changes during it. Absent before the first
   * discard.
   */
  discards?: number;
  /** Email address that the items are emailed to; null if there is none. */
  deliverTo: string | null;
  /** The caller's own product number. */
  externalProductId: string | null;
  /** Note of the first ledger entry of each item. */
  note?: string;
}

export const itemOrderKey = (company: string, orderId: string): Key => ({
  pk: `ITEMORDER#${company}#${orderId}`,
  sk: 'order',
});

/** An email address that receives no emails. */
export const noReplyEmail = (company: CompanyRow): string =>
  company.defaults.no_reply_email ?? `no-reply@${company.slug}.invalid`;

export const ITEM_ORDER_WRITE = 'item-order';

/** Condition that the order awaits payment, and that none of its items has been discarded since it was read. */
export const uncapturedCondition = ({ discards }: ItemOrderRow): Condition =>
  membersAre({ state: 'awaiting-payment', discards });

/**
 * The write to commit with the discard of an item. It is refused once the order is captured, and makes the transaction
 * of a concurrent capture fail.
 */
export const discardWrite = (company: string, orderId: string): Write => ({
  update: rowUpdate({
    key: itemOrderKey(company, orderId),
    add: { discards: 1 },
    if: membersAre({ state: 'awaiting-payment' }),
  }),
  name: ITEM_ORDER_WRITE,
});

/**
 * The claim of an order with more items than one transaction can hold. Written before the first item is claimed, so
 * that an interrupted claim is completed or undone as a whole.
 */
export interface OrderClaimRow extends Row {
  type: 'order-claim';
  company: string;
  orderId: string;
  /** `claiming` is followed by `done`, or by `undoing` and then `undone`. */
  state: 'claiming' | 'done' | 'undoing' | 'undone';
  by: Actor;
  /** Guid of the request, recorded on the items that it claimed. */
  requestId: string;
  /** The idempotency record with the reply, written when all items are claimed. */
  answer: Row;
}

/** Key of the claim of one request, which may be retried after it was undone. */
export const orderClaimKey = (company: string, orderId: string, requestId: string): Key => ({
  pk: `ORDERCLAIM#${company}#${orderId}`,
  sk: createHash('sha256').update(requestId).digest('hex'),
});
