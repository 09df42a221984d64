import { createHash } from 'node:crypto';
import { rowUpdate } from '../../../../storage/row-update.ts';
import type { Condition, Key, Row } from '../../../../storage/table.ts';
import type { Write } from '../../../../storage/transactions.ts';
import type { CompanyRow } from '../../../company/companies/rows.ts';
import type { Actor } from '../../../../platform/actor.ts';
import type { ItemFacts } from '../rows.ts';

/**
 * An order that was issued directly (lib/reference/items.md#direct-issuance). It says what its items are, so that
 * issuing and capturing many of them can be taken up again after an interruption.
 */
export interface ItemOrderRow extends Row {
  type: 'item-order';
  company: string;
  orderId: string;
  state: 'awaiting-payment' | 'paid';
  /** Facts of the first item; the others differ in code and sequence. */
  facts: Omit<ItemFacts, 'code' | 'sequence'>;
  /** Codes are derived from it. */
  codeSeed: string;
  by: Actor;
  requestId: string;
  /** Route and input of that request: its guid leads to this order for as long as the order is kept. */
  inputHash: string;
  /** Request and moment of the capture. */
  captured: { by: Actor; requestId: string; atMs: number } | null;
  /** How often one of its items was discarded: a capture holds only while none is. Absent before the first. */
  discards?: number;
  /** Where the items are mailed to; null when nobody is named. */
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

/** An address that no one reads, so that nothing is ever delivered to it. */
export const noReplyEmail = (company: CompanyRow): string =>
  company.defaults.no_reply_email ?? `no-reply@${company.slug}.invalid`;

/** Name of the order's write in a transaction that captures it or discards one of its items. */
export const ITEM_ORDER_WRITE = 'item-order';

/** The order waits for its payment, and none of its items has been discarded since it was read. */
export const standsUncaptured = ({ discards }: ItemOrderRow): Condition => ({
  expression: `#state = :waiting AND ${discards === undefined ? 'attribute_not_exists(discards)' : 'discards = :discards'}`,
  names: { '#state': 'state' },
  values: { ':waiting': 'awaiting-payment', ...(discards === undefined ? {} : { ':discards': discards }) },
});

/** Belongs to the discard of an item: refused once the order is captured, and noticed by a capture that is under way. */
export const discardWrite = (company: string, orderId: string): Write => ({
  update: rowUpdate({
    key: itemOrderKey(company, orderId),
    add: { discards: 1 },
    if: { expression: '#state = :waiting', names: { '#state': 'state' }, values: { ':waiting': 'awaiting-payment' } },
  }),
  name: ITEM_ORDER_WRITE,
});

/**
 * The claim of an order of more items than one transaction takes. It is written before the first item is claimed, so
 * that a claim that was interrupted is brought to its end, or taken back whole.
 */
export interface OrderClaimRow extends Row {
  type: 'order-claim';
  company: string;
  orderId: string;
  /** `claiming` and `undoing` are on their way to `done` and `undone`. */
  state: 'claiming' | 'done' | 'undoing' | 'undone';
  by: Actor;
  /** Guid of the request: claimed items carry it. */
  requestId: string;
  /** The record of the answer, to be put when all items are claimed. */
  answer: Row;
}

/** One for each request, which may try again after it was undone. */
export const orderClaimKey = (company: string, orderId: string, requestId: string): Key => ({
  pk: `ORDERCLAIM#${company}#${orderId}`,
  sk: createHash('sha256').update(requestId).digest('hex'),
});
