import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outsideAgentCall, withinAgentCall } from '../../../functions/platform/agent-call.ts';
import { DryRunResult, isDryRun, withinDryRun } from '../../../functions/platform/dry-run.ts';
import { once, recordReplyWrite, idempotencyRecordFor, withLease } from '../../../functions/storage/idempotency.ts';
import { putRows } from '../../../functions/storage/put-rows.ts';
import { deleteRow, getRow, putRow, updateRow, type Row } from '../../../functions/storage/table.ts';
import { transact, TransactionRefused } from '../../../functions/storage/transactions.ts';
import { startTable, type TestTable } from '../../support/table.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const agent = { keyId: 'k', tool: 'items_claim', client: 'test', requestId: 'r' };
const row = (sk: string, more: object = {}): Row => ({ pk: 'DRYRUN', sk, type: 'test', v: 1, ...more });
const stored = (sk: string) => getRow<Row & { n?: number }>({ pk: 'DRYRUN', sk }, { consistent: true });
const previewOf = async (operate: () => Promise<unknown>): Promise<unknown> => {
  const error: unknown = await withinDryRun(operate).catch((thrown: unknown) => thrown);
  if (error instanceof DryRunResult) return error.preview;
  throw error;
};

describe('in a dry run', () => {
  it('a transaction checks its conditions, writes nothing and returns the response that it would record', async () => {
    const idempotency = idempotencyRecordFor({ company: 'c', operation: 'o', key: 'k1', input: {} });
    const reply = { status: 200, body: { done: true } };
    expect(await previewOf(() => transact([{ put: row('a') }, recordReplyWrite(idempotency, reply)]))).toEqual({
      done: true,
    });
    expect(await previewOf(() => transact([{ put: row('a') }], () => 'previewed'))).toBe('previewed');
    expect(await stored('a')).toBeUndefined();
    expect(await once(idempotency, () => Promise.resolve({ status: 201 }))).toEqual({ status: 201 });
  });

  it('a failed condition rejects the transaction, with the current row', async () => {
    await putRow(row('counter', { n: 1 }));
    const update = {
      key: { pk: 'DRYRUN', sk: 'counter' },
      update: 'SET #n = #n - :by, #other = :unused',
      condition: '#n >= :by',
      names: { '#n': 'n', '#other': 'other' },
      values: { ':by': 2, ':unused': true },
    };
    const refused: unknown = await withinDryRun(() => transact([{ update, name: 'stock' }])).catch((e: unknown) => e);
    expect(refused).toBeInstanceOf(TransactionRefused);
    expect((refused as TransactionRefused).failed('stock')?.row).toMatchObject({ n: 1 });
    const holds = { ...update, values: { ...update.values, ':by': 1 } };
    expect(await previewOf(() => transact([{ update: holds }], () => 'sold'))).toBe('sold');
    const remove = { remove: { pk: 'DRYRUN', sk: 'counter' }, condition: { expression: 'attribute_exists(pk)' } };
    expect(await previewOf(() => transact([remove], () => 'gone'))).toBe('gone');
    expect(await stored('counter')).toMatchObject({ n: 1 });
  });

  it('a single write, a batch and a lease change nothing either', async () => {
    const key = { pk: 'DRYRUN', sk: 'single' };
    await expect(previewOf(() => putRow(row('single')))).resolves.toBeUndefined();
    await expect(previewOf(() => putRows([row('single')]))).resolves.toBeUndefined();
    await expect(
      previewOf(() => updateRow({ key, update: 'SET #n = :n', names: { '#n': 'n' }, values: { ':n': 1 } })),
    ).resolves.toBeUndefined();
    await expect(previewOf(() => deleteRow({ pk: 'DRYRUN', sk: 'counter' }))).resolves.toBeUndefined();
    expect(await stored('single')).toBeUndefined();
    expect(await stored('counter')).toBeDefined();
    const idempotency = idempotencyRecordFor({ company: 'c', operation: 'o', key: 'k2', input: {} });
    const leased = () =>
      withLease(
        idempotency,
        60,
        (holder) => transact([recordReplyWrite(idempotency, { status: 200, body: 1 }, holder)]) as never,
      );
    expect(await previewOf(leased)).toBe(1);
    expect(await withLease(idempotency, 60, () => Promise.resolve({ status: 204 }))).toEqual({ status: 204 });
  });

  it('writes of the service itself are executed', async () => {
    await withinDryRun(() => outsideAgentCall(() => putRow(row('real'))));
    expect(await stored('real')).toBeDefined();
    expect(isDryRun()).toBe(false);
  });
});

describe('outside a dry run', () => {
  it('a write of an agent without a dry run is stored, and its record contains the agent', async () => {
    await withinAgentCall(agent, async () => {
      const idempotency = idempotencyRecordFor({
        company: 'c',
        operation: 'o',
        key: 'k3',
        input: { params: { code: 'X' } },
      });
      await transact([{ put: row('agent') }, recordReplyWrite(idempotency, { status: 200, body: {} })]);
      expect(await getRow(idempotency.row)).toMatchObject({
        agent: { ...agent, company: 'c', operation: 'o', subject: { code: 'X' } },
        ix1pk: 'AGENT#c',
      });
    });
    expect(await stored('agent')).toBeDefined();
  });

  it('a record of a request over HTTP has no agent', async () => {
    const idempotency = idempotencyRecordFor({ company: 'c', operation: 'o', key: 'k4', input: {} });
    await transact([recordReplyWrite(idempotency, { status: 200 })]);
    const record = await getRow(idempotency.row);
    expect(record).toBeDefined();
    expect(record).not.toHaveProperty('agent');
    expect(record).not.toHaveProperty('ix1pk');
  });
});
