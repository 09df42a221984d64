import { decodeCursor, listPage, type ListIdentity, type ListPage } from '../../../storage/cursors.ts';
import { mergedPage } from '../../../storage/merged.ts';
import { sortable } from '../../../storage/sortable.ts';
import { getRows, queryPage, type Key } from '../../../storage/table.ts';
import { shipmentCodec } from './codec.ts';
import { isOpenShipment, withCards, withOrders } from './deliverable.ts';
import { presentShipment, type Shipment } from './present.ts';
import { shipmentKey, shipmentsIn, shipmentsOf, type ShipmentRow, type ShipmentStatus } from './rows.ts';

const PAGE_ROWS = 100;

/**
 * Open shipments of a company whose orders were fulfilled since a given time, oldest first, page by page: without
 * withdrawn or cancelled cards, and without shipments that have no card left.
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
    yield* await withCards(shipments.filter(isOpenShipment));
    startKey = page.lastKey;
  } while (startKey);
};

interface PageRequest {
  limit: number;
  startingAfter: string | undefined;
}

/** Rows of one page, newest first; fewer where orders of open shipments were refunded or are disputed. Throws 422. */
export const shipmentsPage = async (
  company: string,
  status: ShipmentStatus | undefined,
  page: PageRequest,
): Promise<{ rows: ShipmentRow[]; next: string | undefined; identity: ListIdentity }> => {
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
  return { rows: shown.map(({ shipment }) => shipment), next, identity };
};

/** The same as the API returns it. */
export const listShipments = async (
  company: string,
  status: ShipmentStatus | undefined,
  page: PageRequest,
): Promise<ListPage<Shipment>> => {
  const { rows, next, identity } = await shipmentsPage(company, status, page);
  return listPage(identity, rows.map(presentShipment), next);
};

/** Shipments by their ids, in that order; unknown ones are left out. */
export const readShipments = async (company: string, ids: readonly string[]): Promise<ShipmentRow[]> => {
  const rows = await getRows(ids.map((id) => shipmentKey(company, id)));
  return ids.flatMap((id) => shipmentCodec.check(rows.get(shipmentKey(company, id))) ?? []);
};
