import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueDirectly } from '../../../functions/domain/value/items/issuance/issue-directly.ts';
import { activateCaptured, completeItemOrder } from '../../../functions/domain/value/items/issuance/item-order.ts';
import type { ItemOrderRow } from '../../../functions/domain/value/items/issuance/item-orders.ts';
import type { Operator } from '../../../functions/domain/value/items/operate.ts';
import { PAID, type ItemRow } from '../../../functions/domain/value/items/rows.ts';
import { issueBody } from '../../../functions/domain/value/items/schema.ts';
import { importOperatorData } from '../../../functions/domain/administration/operator-data/import.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { documents } from '../../../functions/storage/client.ts';
import type { Reply } from '../../../functions/storage/idempotency.ts';
import { withRequestGuid } from '../../../functions/storage/request-guid.ts';
import { deleteRow } from '../../../functions/storage/table.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';
import { company } from '../operator-data/samples.ts';
import { NOW_MS } from './sample.ts';

process.env['APP_SECRET'] ??= '00'.repeat(32);

const SLUG = 'till';
const DAY_MS = 86_400_000;
const { send } = documents;
const { nowMs } = clock;
const table = new MemoryTable();
const operator: Operator = { company: SLUG, home: SLUG, keyId: 'k' };

beforeAll(async () => {
  table.install();
  clock.nowMs = () => NOW_MS;
  await importOperatorData({
    companies: [
      company(SLUG, {
        contract: { checkout: true, invoice_settlement: true },
        gift_card: {
          name: 'Gift card',
          minimum_amount: 100,
          maximum_amount: 500_000,
          order_fee: 0,
          validity_months: 12,
        },
      }),
    ],
  });
});
afterAll(() => {
  Object.assign(documents, { send });
  clock.nowMs = nowMs;
});

const issue = (guid: string, sent: { amount: number; piece?: number; capture?: boolean }): Promise<Reply> => {
  const request = { company: SLUG, operation: 'issue-items', guid, input: { body: sent } };
  return withRequestGuid(request, (recording) => issueDirectly(operator, issueBody().parse(sent), recording));
};
const itemRows = (): number => table.rows().filter(({ type }) => type === 'item').length;

/** An expired record of a reply: the table keeps it for a while, then removes it. */
const EXPIRED: [string, () => Promise<void>][] = [
  ['has expired', async () => {}],
  [
    'is gone',
    async () => {
      for (const { pk, sk, type } of table.rows()) if (type === 'idempotency') await deleteRow({ pk, sk });
    },
  ],
];

describe.each(EXPIRED)('the guid of an issue whose recorded response %s', (name, remove) => {
  it.each([{ amount: 100 }, { amount: 100, piece: 60 }, { amount: 100, capture: false }])(
    'returns the original cards for the same input %j',
    async (sent) => {
      const guid = `${name} ${JSON.stringify(sent)}`;
      clock.nowMs = () => NOW_MS;
      const first = await issue(guid, sent);
      const issued = itemRows();
      clock.nowMs = () => NOW_MS + 401 * DAY_MS;
      await remove();
      const again = await issue(guid, sent);
      expect([again.status, again.body]).toEqual([first.status, first.body]);
      expect(again.headers).toMatchObject({ 'X-Request-Guid': guid, 'Idempotency-Replayed': 'true' });
      expect(itemRows()).toBe(issued);
    },
  );

  it('is a conflict with other input', async () => {
    const guid = `${name} other`;
    clock.nowMs = () => NOW_MS;
    await issue(guid, { amount: 100 });
    const issued = itemRows();
    clock.nowMs = () => NOW_MS + 401 * DAY_MS;
    await remove();
    await expect(issue(guid, { amount: 200 })).rejects.toMatchObject({ status: 409, code: 'idempotency_conflict' });
    expect(itemRows()).toBe(issued);
  });
});

it('items that a worker activates days after the capture of their order count in the journal from their activation', async () => {
  clock.nowMs = () => NOW_MS;
  const { order_id: orderId } = (await issue('late', { amount: 100, capture: false })).body as { order_id: string };
  const order = table.rowsOf<ItemOrderRow>('item-order').find((each) => each.orderId === orderId)!;
  const items = table.rowsOf<ItemRow>('item').filter((each) => each.orderId === orderId);
  const captured = { by: {}, requestId: 'capture', atMs: NOW_MS };
  clock.nowMs = () => NOW_MS + 5 * DAY_MS;
  await activateCaptured({ ...order, state: 'paid', captured }, items);
  const after = table.rowsOf<ItemRow>('item').filter((each) => each.orderId === orderId);
  expect(after.map(({ status, ledgerAtMs }) => [status, ledgerAtMs])).toEqual([[PAID, NOW_MS + 5 * DAY_MS]]);
});

it('items that a worker issues days after their order count in the journal from their issue', async () => {
  clock.nowMs = () => NOW_MS;
  const { order_id: orderId } = (await issue('stopped', { amount: 100, piece: 50 })).body as { order_id: string };
  const itemsOf = () => table.rowsOf<ItemRow>('item').filter((each) => each.orderId === orderId);
  const unissued = itemsOf().filter(({ sequence }) => sequence >= 48);
  for (const { pk } of unissued)
    for (const { sk } of table.rows().filter((row) => row.pk === pk)) await deleteRow({ pk, sk });
  clock.nowMs = () => NOW_MS + 5 * DAY_MS;
  await completeItemOrder(SLUG, orderId);
  const times = itemsOf().map(({ sequence, ledgerAtMs }) => [sequence >= 48, ledgerAtMs - NOW_MS] as const);
  expect([times.length, new Map(times)]).toEqual([
    50,
    new Map([
      [false, 0],
      [true, 5 * DAY_MS],
    ]),
  ]);
});
