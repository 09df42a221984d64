import { queryPage } from '../../storage/table.ts';
import { shipmentsOf, type ShipmentRow } from './rows.ts';

const PAGE_ROWS = 100;

/** Shipments of a company from a moment on, oldest first, page by page. */
export const listShipments = async function* (company: string, sinceMs = 0): AsyncGenerator<ShipmentRow> {
  let startKey: Record<string, unknown> | undefined;
  do {
    const page: Awaited<ReturnType<typeof queryPage<ShipmentRow>>> = await queryPage<ShipmentRow>({
      partition: shipmentsOf(company),
      from: String(Math.max(0, sinceMs)).padStart(14, '0'),
      limit: PAGE_ROWS,
      ...(startKey ? { startKey } : {}),
    });
    yield* page.rows;
    startKey = page.lastKey;
  } while (startKey);
};
