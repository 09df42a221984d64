import type { ItemWork } from '../../value/items/mail/messages.ts';
import { presentShipment, type Shipment } from './present.ts';
import type { ShipmentRow } from './rows.ts';

/** The report that a shipment was posted. */
export interface PostingReport {
  company: string;
  orderId: string;
  /** When the posting was reported. */
  atMs: number;
  /** When the cards were handed to the carrier. */
  postedAtMs: number;
  shipment: Shipment;
}

/** The event of a change to a shipment; undefined unless it was posted. */
export const postingReport = (before: ShipmentRow | undefined, after: ShipmentRow): PostingReport | undefined =>
  after.status === 'posted' && before?.status !== 'posted'
    ? {
        company: after.company,
        orderId: after.orderId,
        atMs: after.reportedAtMs,
        postedAtMs: after.postedAtMs ?? after.reportedAtMs,
        shipment: presentShipment(after),
      }
    : undefined;

/** Work that sets the time of posting on the items, in case the request failed to set it. */
export const postedItemsWork = ({ company, orderId, postedAtMs }: PostingReport): ItemWork => ({
  kind: 'mark-posted',
  company,
  orderId,
  postedAtMs,
});
