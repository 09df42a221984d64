import { invalid, invalidFields, type FieldErrors } from '../../../platform/errors.ts';
import { validation } from '../../../platform/messages/validation.ts';
import {
  decodeCursor,
  listPage,
  type ListIdentity,
  type ListPage,
  type PageRequest,
} from '../../../storage/cursors.ts';
import { mergedPage } from '../../../storage/merged.ts';
import { sortable } from '../../../storage/sortable.ts';
import { getRows, queryPages, type Key } from '../../../storage/table.ts';
import { parseFilterValues } from '../../checkout/orders/list-filter.ts';
import { shipmentCodec } from './codec.ts';
import { isOpenShipment, withCards, withOrders } from './deliverable.ts';
import { presentShipment, type Shipment } from './present.ts';
import {
  SHIPMENT_STATUSES,
  shipmentIndexes,
  shipmentKey,
  shipmentsIn,
  shipmentsOf,
  type ShipmentRow,
  type ShipmentStatus,
} from './rows.ts';

const PAGE_ROWS = 100;

/**
 * Open shipments of a company whose orders were fulfilled since a given time, oldest first, page by page. Omits
 * withdrawn and cancelled cards, and shipments without remaining cards.
 */
export const listOpenShipments = async function* (company: string, sinceMs = 0): AsyncGenerator<ShipmentRow> {
  const query = { ...shipmentsOf(company), from: sortable(sinceMs), limit: PAGE_ROWS };
  for await (const keys of queryPages<Key>(query)) {
    const rows = await getRows(keys, { consistent: true });
    const shipments = keys.flatMap((key) => shipmentCodec.check(rows.get(key)) ?? []);
    yield* await withCards(shipments.filter(isOpenShipment));
  }
};

/** The `status` filter of GET /v2/shipments, in every supported filter syntax. Default: all statuses. Throws 422. */
export const parseShipmentStatuses = (values: Record<string, string[]>): readonly ShipmentStatus[] => {
  const fields: FieldErrors = {};
  const names = parseFilterValues(values, 'status', fields) ?? SHIPMENT_STATUSES;
  if (fields['status']) throw invalidFields(fields);
  return names.map((value) => {
    const status = SHIPMENT_STATUSES.find((each) => each === value);
    if (!status) throw invalid('status', validation('choice_unknown', { choices: SHIPMENT_STATUSES }));
    return status;
  });
};

/** Rows of one page, newest first, except open shipments whose orders were refunded or are disputed. Throws 422. */
export const shipmentsPage = async (
  company: string,
  statuses: readonly ShipmentStatus[],
  page: PageRequest,
): Promise<{ rows: ShipmentRow[]; next: string | undefined; identity: ListIdentity }> => {
  const isAll = statuses.length === SHIPMENT_STATUSES.length;
  const identity: ListIdentity = { company, list: `shipments#${isAll ? '' : statuses.toSorted().join()}` };
  const read = async (before: string, limit: number) => {
    const { entries, next } = await mergedPage<ShipmentRow>({
      sources: isAll ? [shipmentsOf(company)] : statuses.map((status) => shipmentsIn(company, status)),
      check: shipmentCodec.check,
      from: sortable(0),
      before,
      limit,
      passes: (row) => statuses.includes(row.status),
      isNarrow: true,
    });
    const shown = await withOrders(entries.map(({ row }) => row));
    return { rows: shown.map(({ shipment }) => shipment), next };
  };
  const { limit, startingAfter } = page;
  const first = await read(decodeCursor<string>(identity, startingAfter) ?? '~', limit);
  if (first.rows.length === limit || first.next === undefined) return { ...first, identity };
  // Few rows are omitted, so one more read fills nearly every page.
  const more = await read(first.next, PAGE_ROWS);
  const allRows = [...first.rows, ...more.rows];
  const rows = allRows.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: allRows.length > limit && last ? shipmentIndexes(last).ix1sk : more.next, identity };
};

/** One page of shipments as the API returns it. */
export const listShipments = async (
  company: string,
  statuses: readonly ShipmentStatus[],
  page: PageRequest,
): Promise<ListPage<Shipment>> => {
  const { rows, next, identity } = await shipmentsPage(company, statuses, page);
  return listPage(identity, rows.map(presentShipment), next);
};

/** Shipments by id, in the order of the ids. Omits unknown ids. */
export const readShipments = async (company: string, ids: readonly string[]): Promise<ShipmentRow[]> => {
  const rows = await getRows(ids.map((id) => shipmentKey(company, id)));
  return ids.flatMap((id) => shipmentCodec.check(rows.get(shipmentKey(company, id))) ?? []);
};
