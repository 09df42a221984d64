import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { shipmentCodec } from '../../../functions/domain/fulfillment/shipments/codec.ts';
import { shipmentIdOf, shipmentKey, type ShipmentRow } from '../../../functions/domain/fulfillment/shipments/rows.ts';
import { eraseTraces } from '../../../functions/domain/reporting/privacy/erase-traces.ts';
import { erasePerson } from '../../../functions/domain/reporting/privacy/erase.ts';
import { hasAddressAnywhere } from '../../../functions/domain/reporting/privacy/mentions.ts';
import { exportPerson } from '../../../functions/domain/reporting/privacy/export.ts';
import { orderKey, type OrderRow } from '../../../functions/domain/checkout/orders/rows.ts';
import { completeItemOrder } from '../../../functions/domain/value/items/issuance/item-order.ts';
import { itemOrderKey, type ItemOrderRow } from '../../../functions/domain/value/items/issuance/item-orders.ts';
import { readItemsOfOrder } from '../../../functions/domain/value/items/of-order-id.ts';
import { itemIdOf } from '../../../functions/domain/value/items/item-id.ts';
import { indexedItem, indexMissing, itemIdKey } from '../../../functions/domain/value/items/search/index-search.ts';
import { orderSearchEntries } from '../../../functions/domain/value/items/search/search-terms.ts';
import { changeRow } from '../../../functions/storage/change-row.ts';
import { everyRow } from '../../../functions/storage/every-row.ts';
import { putRows } from '../../../functions/storage/put-rows.ts';
import { getRow } from '../../../functions/storage/table.ts';
import { startTable, type TestTable } from '../../support/table.ts';
import { anOrder } from '../../support/orders.ts';
import { sampleFacts, sampleItem } from '../items/sample.ts';

vi.mock(import('node:timers/promises'), async (real) => {
  const all = await real();
  return { ...all, setTimeout: vi.fn<typeof sleep>(all.setTimeout) as never };
});

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const EMAIL = 'anna@example.com';

test.each(['po_', 'ord_'])(
  'a late message that indexes an item of an order %s… writes no email address of an erased person',
  async (kind) => {
    const company = `late-${kind.slice(0, 2)}`;
    const item = sampleItem({ company, orderId: `${kind}${'1'.repeat(32)}`, createdAtMs: Date.now() - 5 * 60_000 });
    const message = indexedItem(item);
    await putRows([item]);
    expect(await erasePerson(company, EMAIL)).toMatchObject({ items: 1, left: [] });
    await indexMissing([message]);
    expect(await getRow(itemIdKey(company, itemIdOf(item)))).toMatchObject({ code: item.code });
    for await (const row of everyRow(company)) expect(hasAddressAnywhere(row, EMAIL), row.type).toBe(false);
    const names = orderSearchEntries({ ...message, receiver: { name: null, email: null, phone: null } });
    for (const { partition, place } of names) expect(await getRow({ pk: partition, sk: place })).toBeUndefined();
  },
);

test('a step of a shipment that read it before the erasure does not write the address back', async () => {
  const of = { company: 'posting', orderId: `po_${'2'.repeat(32)}` };
  const id = shipmentIdOf(of.company, of.orderId);
  const shipment = {
    ...of,
    id,
    version: 2,
    reference: 'ABCDEFGHJK',
    readyAtMs: 1,
    reportedAtMs: 1,
    service: 'own_post',
  };
  const address = { kind: 'private', name: 'Anna', street: 'Vej 1', postcode: '2100', city: 'Lund', country: 'DK' };
  const moments = { packedAtMs: null, postedAtMs: 2, returnedAtMs: null };
  const key = shipmentKey(of.company, id);
  await putRows([
    shipmentCodec.write({ ...key, ...shipment, ...moments, status: 'posted', address } as unknown as ShipmentRow),
  ]);
  let erased: number | undefined;
  await changeRow<ShipmentRow, void>({
    key,
    codec: shipmentCodec,
    decide: async (before) => {
      erased ??= await eraseTraces(of.company, EMAIL, { orders: new Set([of.orderId]), events: new Set() });
      return { row: { ...before!, status: 'returned' }, result: undefined };
    },
  });
  expect(erased).toBe(1);
  expect(await getRow(key)).toMatchObject({ status: 'returned', address: { name: 'Erased', street: '', city: '' } });
});

test('items that are issued late do not name a person who was erased while their worker waited', async () => {
  const company = 'waiting';
  const { code: _code, sequence: _sequence, ...facts } = sampleFacts({ company, orderItems: 2 });
  const order: ItemOrderRow = {
    ...itemOrderKey(company, facts.orderId),
    type: 'item-order',
    v: 1,
    company,
    orderId: facts.orderId,
    state: 'paid',
    facts,
    codeSeed: 'seed',
    by: { system: 'test' },
    requestId: 'issue',
    inputHash: '',
    captured: null,
    deliverTo: EMAIL,
    externalProductId: null,
  };
  await putRows([order]);
  vi.mocked(sleep).mockImplementationOnce(async () => {
    expect(await erasePerson(company, EMAIL)).toMatchObject({ items: 0, left: [] });
  });
  await completeItemOrder(company, facts.orderId);
  const items = await readItemsOfOrder(company, facts.orderId);
  expect(items).toHaveLength(2);
  for (const item of items) expect(hasAddressAnywhere(item, EMAIL)).toBe(false);
});

test('the export for a replaced email address has the recipient as ordered; that for the new one omits it', async () => {
  const company = 'corrected';
  const order = anOrder({ company, recipient: { name: 'Bo', email: 'bo@example.com' } });
  const deliveryAsOrdered = { delivery: order.delivery, recipient: { name: 'Bo', email: 'wrong@example.com' } };
  const corrected: OrderRow = { ...order, ...orderKey(company, order.id), deliveryAsOrdered };
  await putRows([corrected]);
  const { orders } = await exportPerson(company, 'wrong@example.com');
  expect(orders).toMatchObject([{ id: order.id, recipient_as_ordered: deliveryAsOrdered.recipient }]);
  const [ofRecipient] = (await exportPerson(company, 'bo@example.com')).orders;
  expect(JSON.stringify(ofRecipient)).not.toContain('wrong@example.com');
});
