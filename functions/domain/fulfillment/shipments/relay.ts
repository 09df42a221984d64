import type { ItemWork } from '../../value/items/mail/messages.ts';
import { becamePosted, type ShipmentRow } from './rows.ts';

/** The items of a posted shipment get the moment of posting, if the request that reported it could not set it. */
export const postedItemsWork = (before: ShipmentRow | undefined, after: ShipmentRow): ItemWork | undefined =>
  becamePosted(before, after) && after.postedAtMs !== null
    ? { kind: 'mark-posted', company: after.company, orderId: after.orderId, postedAtMs: after.postedAtMs }
    : undefined;
