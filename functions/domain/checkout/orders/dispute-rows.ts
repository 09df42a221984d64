import type { Actor } from '../../../platform/actor.ts';
import type { VersionedRow } from '../../../storage/change-row.ts';
import type { Key } from '../../../storage/table.ts';

/** One dispute of a payment. It has a due entry until the items of the order match its status. */
export interface DisputeRow extends VersionedRow {
  type: 'dispute';
  company: string;
  orderId: string;
  /** Id at the gateway. */
  disputeId: string;
  /** `losing`: lost, but a running refund delays recording it. */
  status: 'open' | 'won' | 'losing' | 'lost';
  /** Id of the disputed payment at the gateway. */
  paymentReference: string;
  /** Smallest currency unit. */
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

/** Open disputes of a company, by opening time. */
export const openDisputes = (company: string) => ({ index: 'ix1', partition: `${company}#open-disputes` }) as const;
