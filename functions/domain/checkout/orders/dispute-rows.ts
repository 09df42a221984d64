import type { Actor } from '../../../platform/actor.ts';
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
