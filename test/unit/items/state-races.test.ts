import { afterAll, beforeAll, expect, it } from 'vitest';
import { importOperatorData } from '../../../functions/domain/administration/operator-data/import.ts';
import { issueDirectly } from '../../../functions/domain/value/items/issuance/issue-directly.ts';
import { blockItem, unblockItem } from '../../../functions/domain/value/items/item-state.ts';
import { issueItem } from '../../../functions/domain/value/items/ledger/ledger.ts';
import { claimOrder } from '../../../functions/domain/value/items/redemption/claim-order.ts';
import { replaceWithNewCode } from '../../../functions/domain/value/items/replace.ts';
import { issueBody } from '../../../functions/domain/value/items/schema.ts';
import { CANCELLED, PAID, USED, type ItemRow, type LedgerRow } from '../../../functions/domain/value/items/rows.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { documents } from '../../../functions/storage/client.ts';
import { idempotencyRecordFor, type Reply } from '../../../functions/storage/idempotency.ts';
import { withRequestGuid } from '../../../functions/storage/request-guid.ts';
import { putRow, queryAll } from '../../../functions/storage/table.ts';
import { ledgerOf } from '../../support/ledger.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';
import { company } from '../operator-data/samples.ts';
import { NOW_MS, sampleFacts } from './sample.ts';

process.env['APP_SECRET'] ??= '00'.repeat(32);

const SLUG = 'till';
const { send } = documents;
const { nowMs } = clock;
const table = new MemoryTable();
const direct = table.carry;

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

const CHANGES = { block: blockItem, unblock: unblockItem };
let codes = 0;

const change = async (verb: keyof typeof CHANGES, code: string, requestId: string): Promise<Reply> => {
  const record = { company: SLUG, operation: `${verb}-item`, key: requestId, input: { code } };
  const operator = { company: SLUG, home: SLUG, keyId: 'key' };
  const request = { operator, code, requestId, reason: requestId, idempotency: idempotencyRecordFor(record) };
  return JSON.parse(JSON.stringify(await CHANGES[verb](request))) as Reply;
};

const issue = async (): Promise<string> => {
  const code = `AAAA-BBBB-CCCC-DDDD-${String(++codes).padStart(4, '0')}`;
  const facts = sampleFacts({ company: SLUG, code });
  const { item, entry } = issueItem({ facts, status: PAID, by: {}, requestId: 'issue' });
  await putRow(entry);
  await putRow(item);
  return code;
};

it.each(['block', 'unblock'] as const)(
  'a %s changes the item once, regardless of the step at which a concurrent one commits',
  async (verb) => {
    let at = 0;
    for (; ; at++) {
      const code = await issue();
      if (verb === 'unblock') await change('block', code, `before-${code}`);
      let calls = 0;
      let concurrent: Reply | undefined;
      table.carry = async ({ effect }) => {
        if (calls++ === at) {
          table.carry = direct;
          concurrent = await change(verb, code, `concurrent-${code}`);
        }
        return effect();
      };
      const reply = await change(verb, code, `request-${code}`);
      table.carry = direct;
      if (concurrent === undefined) break;
      expect(reply).toEqual(concurrent);
      const entries = await queryAll<LedgerRow>({ ...ledgerOf(SLUG, code), consistent: true });
      expect(entries.filter(({ kind }) => kind === verb).map(({ requestId }) => requestId)).toEqual([
        `concurrent-${code}`,
      ]);
      // A repeat changes nothing, even after the opposite change.
      await change(verb === 'block' ? 'unblock' : 'block', code, `opposite-${code}`);
      expect(await change(verb, code, `request-${code}`)).toMatchObject({ ...reply });
      expect(await queryAll<LedgerRow>(ledgerOf(SLUG, code))).toHaveLength(entries.length + 1);
    }
    expect(at).toBeGreaterThan(3);
  },
);

it('the claim of an order claims the successor of a card, regardless of the step at which the card is replaced', async () => {
  const operator = { company: SLUG, home: SLUG, keyId: 'key' };
  const rowsOf = (orderId: string) => table.rowsOf<ItemRow>('item').filter((item) => item.orderId === orderId);
  for (let at = 0; ; at++) {
    const sent = { amount: 100, piece: 2, capture: true };
    const guid = `issue-${at}`;
    const issued = await withRequestGuid({ company: SLUG, operation: 'issue-items', guid, input: sent }, (recording) =>
      issueDirectly(operator, issueBody().parse(sent), recording),
    );
    const { order_id: orderId } = issued.body as { order_id: string };
    const [{ code } = { code: '' }] = rowsOf(orderId);
    let calls = 0;
    let isReplaced = false;
    table.carry = async ({ effect }) => {
      if (calls++ === at) {
        table.carry = direct;
        const requestId = `replace-${at}`;
        const record = { company: SLUG, operation: 'replace-item', key: requestId, input: { code } };
        const idempotency = idempotencyRecordFor(record);
        await replaceWithNewCode({ operator, code, requestId, reason: 'lost', email: undefined, idempotency }).then(
          () => (isReplaced = true),
          () => undefined,
        );
      }
      return effect();
    };
    const claim = { company: SLUG, operation: 'claim-order', guid: `claim-${at}`, input: { orderId } };
    await withRequestGuid(claim, (recording) => claimOrder(operator, { orderId, groupCode: undefined }, recording));
    table.carry = direct;
    const states = rowsOf(orderId)
      .map(({ status }) => status)
      .toSorted();
    expect(states).toEqual(isReplaced ? [USED, USED, CANCELLED] : [USED, USED]);
    if (calls <= at) return;
  }
});
