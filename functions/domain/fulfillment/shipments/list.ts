import { decodeCursor, listPage, type ListIdentity, type ListPage } from '../../../storage/cursors.ts';
import { mergedPage } from '../../../storage/merged.ts';
import { sortable } from '../../../storage/sortable.ts';
import { getRows, queryPage, type Key } from '../../../storage/table.ts';
import { shipmentCodec } from './codec.ts';
import { isOpen, withCards, withOrders } from './deliverable.ts';
import { presentShipment, type Shipment } from './present.ts';
import { shipmentsIn, shipmentsOf, type ShipmentRow, type ShipmentStatus } from './rows.ts';

const PAGE_ROWS = 100;

/**
 * Shipments of a company that are still to be posted and whose orders were fulfilled since a moment, oldest first, page by
 * page: without cards that were withdrawn or cancelled, and without shipments that have no card left.
 */
export const listOpenShipments = async function* (company: string, sinceMs = 0): AsyncGenerator<ShipmentRow> {
  let startKey: Record<string, unknown> | undefined;
  do {
    const page: Awaited<ReturnType<typeof queryPage<Key>>> = await queryPage<Key>({
      ...shipmentsOf(company),
      from: sortable(sinceMs),
      limit: PAGE_ROWS,
      ...(startKey ? { startKey } : {}),
    });
    const rows = await getRows(page.rows, { consistent: true });
    const shipments = page.rows.flatMap((key) => shipmentCodec.check(rows.get(key)) ?? []);
    yield* await withCards(shipments.filter(isOpen));
    startKey = page.lastKey;
  } while (startKey);
};

/** One page of shipments, newest first; shorter where orders of open shipments were refunded or are disputed. */
export const listShipments = async (
  company: string,
  status: ShipmentStatus | undefined,
  page: { limit: number; startingAfter: string | undefined },
): Promise<ListPage<Shipment>> => {
  const identity: ListIdentity = { company, list: `shipments#${status ?? ''}` };
  const before = page.startingAfter === undefined ? '~' : decodeCursor<string>(identity, page.startingAfter);
  const { entries, next } = await mergedPage<ShipmentRow>({
    sources: [status === undefined ? shipmentsOf(company) : shipmentsIn(company, status)],
    check: shipmentCodec.check,
    from: sortable(0),
    before,
    limit: page.limit,
    passes: (row) => status === undefined || row.status === status,
    isNarrow: true,
  });
  const shown = await withOrders(entries.map(({ row }) => row));
  const data = shown.map(({ shipment }) => presentShipment(shipment));
  return listPage(identity, data, next);
};
