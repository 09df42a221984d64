import { createHash } from 'node:crypto';
import type { IndexKeys, Key, Row } from '../../../storage/table.ts';
import { sortable } from '../../../storage/sortable.ts';
import type { PostalAddress } from '../../catalog/products/parties.ts';

/** `waiting` and `packed` shipments are still to be posted. */
export const SHIPMENT_STATUSES = ['waiting', 'packed', 'posted', 'returned'] as const;
export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number];

/** The cards of one order that go by post or courier: documents, destination and progress. */
export interface ShipmentRow extends Row {
  type: 'shipment';
  /** `shp_…`, derived from the order. */
  id: string;
  company: string;
  orderId: string;
  /** Order number. */
  reference: string;
  /** When the order was fulfilled. */
  readyAtMs: number;
  status: ShipmentStatus;
  /** Number of the latest write: 1 for the creation, and one more for each status change. */
  version: number;
  service: 'courier' | 'own_post';
  address: PostalAddress;
  pickupPointId: string | null;
  /**
   * `spri_<id>` and its label; null if the order has no priority. The label is null if the priority was unknown when
   * the shipment was created.
   */
  priority: { id: string; label: string | null } | null;
  cards: number;
  /** Documents to print (bucket `documents`). */
  documents: string[];
  /** Reported when the shipment is posted. */
  tracking: { carrier: string | null; number: string | null; url: string | null } | null;
  packedAtMs: number | null;
  /** When the shipment was handed to the carrier. */
  postedAtMs: number | null;
  returnedAtMs: number | null;
  returnReason: string | null;
  /** When the latest step was reported. */
  reportedAtMs: number;
}

export const shipmentIdOf = (company: string, orderId: string): string =>
  `shp_${createHash('sha256').update(`shipment\n${company}\n${orderId}`).digest('hex').slice(0, 32)}`;

export const shipmentKey = (company: string, id: string): Key => ({ pk: `SHIPMENT#${company}#${id}`, sk: 'shipment' });

/** All shipments of a company by the time of their orders' fulfillment. */
export const shipmentsOf = (company: string) => ({ index: 'ix1', partition: `${company}#shipments` }) as const;

/** Shipments in one status. */
export const shipmentsIn = (company: string, status: ShipmentStatus) =>
  ({ index: 'ix2', partition: `${company}#shipments#${status}` }) as const;

export const shipmentIndexes = ({
  company,
  orderId,
  readyAtMs,
  status,
}: Pick<ShipmentRow, 'company' | 'orderId' | 'readyAtMs' | 'status'>): IndexKeys => {
  const at = `${sortable(readyAtMs)}#${orderId}`;
  return {
    ix1pk: shipmentsOf(company).partition,
    ix1sk: at,
    ix2pk: shipmentsIn(company, status).partition,
    ix2sk: at,
  };
};
