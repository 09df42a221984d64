import { afterAll, beforeAll, expect, it } from 'vitest';
import { importOperatorData } from '../../../functions/domain/administration/operator-data/import.ts';
import { blockItem, unblockItem } from '../../../functions/domain/value/items/item-state.ts';
import { issueItem } from '../../../functions/domain/value/items/ledger/ledger.ts';
import { PAID, type LedgerRow } from '../../../functions/domain/value/items/rows.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { documents } from '../../../functions/storage/client.ts';
import { idempotencyRecordFor, type Reply } from '../../../functions/storage/idempotency.ts';
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
  await importOperatorData({ companies: [company(SLUG)] });
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
  'a %s changes the item once, whenever a concurrent one commits',
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
