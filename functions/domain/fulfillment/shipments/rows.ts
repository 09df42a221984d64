import type { Key, Row } from '../../../storage/table.ts';
import { sortable } from '../../../storage/sortable.ts';
import type { PostalAddress } from '../../catalog/products/parties.ts';

/** What the print house needs to print and post one order. */
export interface ShipmentRow extends Row {
  type: 'shipment';
  company: string;
  orderId: string;
  /** Order number for people. */
  reference: string;
  /** When the order was fulfilled. */
  readyAtMs: number;
  carrier: 'courier' | 'own_post';
  address: PostalAddress;
  pickupPointId: string | null;
  /** `spri_<id>` and its label; null where the carrier has no priorities. */
  priority: { id: string; label: string | null } | null;
  cards: number;
  /** Documents to print (bucket `documents`). */
  documents: string[];
}

export const shipmentsOf = (company: string): string => `SHIPMENT#${company}`;

/** By the moment of fulfillment, so that the oldest comes first. */
export const shipmentKey = (company: string, orderId: string, readyAtMs: number): Key => ({
  pk: shipmentsOf(company),
  sk: `${sortable(readyAtMs)}#${orderId}`,
});
