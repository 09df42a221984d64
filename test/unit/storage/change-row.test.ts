import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeRow, OutdatedRow, type VersionedRow } from '../../../functions/storage/change-row.ts';
import { rowCodec } from '../../../functions/storage/row-codec.ts';
import { RowUnreadable } from '../../../functions/storage/row-of-type.ts';
import { rowUpdate } from '../../../functions/storage/row-update.ts';
import { ABSENT, getRow, putRow, updateRow, type Row } from '../../../functions/storage/table.ts';
import { startTable, type TestTable } from '../../support/table.ts';

interface Counter extends VersionedRow {
  type: 'counter';
  count: number;
  label?: string;
}

const codec = rowCodec<Counter>({
  type: 'counter',
  version: 2,
  shape: () => z.looseObject({ count: z.int(), version: z.int() }),
  upgrade: { 1: ({ pk, sk, type, v, ...rest }) => ({ pk, sk, type, v, ...rest, count: 0 }) },
  indexes: ({ count }) => (count > 0 ? { ix1pk: 'counters', ix1sk: String(count) } : {}),
});

const key = (name: string) => ({ pk: `COUNTER#${name}`, sk: 'counter' });
const increment = (name: string, seed?: Counter) =>
  changeRow<Counter, number>({
    key: key(name),
    codec,
    seed,
    decide: (row) => {
      const count = (row?.count ?? 0) + 1;
      return { row: { ...key(name), type: 'counter', v: 2, version: 0, ...row, count }, result: count };
    },
    rounds: 200,
  });

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

describe('concurrent changes to one row use its latest state', () => {
  it('each of many concurrent changes is based on the result of the others', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => increment('race')));
    expect(answers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(await getRow<Counter>(key('race'))).toMatchObject({ count: 20, version: 20, ix1sk: '20' });
  });

  it('a row that was read before is used only while it is current', async () => {
    await increment('seed');
    const seed = codec.read((await getRow(key('seed'), { consistent: true })) as Row);
    await increment('seed');
    expect(await increment('seed', seed)).toBe(3);
  });

  it('accompanying writes commit with it, and the caller decides whether a refusal of them is retried', async () => {
    const otherRow: Row = { pk: 'OTHER', sk: 'row', type: 'other', v: 1 };
    const change = (refused: () => Error | 'again') =>
      changeRow<Counter, string>({
        key: key('other'),
        codec,
        decide: () => ({
          row: { ...key('other'), type: 'counter', v: 2, version: 0, count: 7 },
          also: [{ put: otherRow, condition: ABSENT, name: 'other' }],
          result: 'done',
        }),
        refused,
        rounds: 2,
      });
    expect(await change(() => new Error('not now'))).toBe('done');
    await expect(change(() => new Error('taken'))).rejects.toThrow('taken');
    await expect(change(() => 'again')).rejects.toMatchObject({ code: 'service_busy' });
    expect(await getRow<Counter>(key('other'))).toMatchObject({ version: 1 });
  });

  it('a change without a row writes nothing', async () => {
    expect(await changeRow<Counter, string>({ key: key('none'), codec, decide: () => ({ result: 'no' }) })).toBe('no');
    expect(await getRow(key('none'))).toBeUndefined();
  });
});

describe('rows are read by their codec', () => {
  it('a change is repeated on the latest row when a related row is newer, and fails with 503 if that continues', async () => {
    await increment('outdated');
    const stale = (await getRow(key('outdated'))) as unknown as Counter;
    await increment('outdated');
    const results: number[] = [];
    const change = (isOutdated: (row: Counter) => boolean) =>
      changeRow<Counter, number>({
        key: key('outdated'),
        codec,
        seed: stale,
        decide: (row) => {
          if (!row) throw new Error('The row exists');
          results.push(row.count);
          if (isOutdated(row)) throw new OutdatedRow('The other row is newer');
          return { row: { ...row, count: row.count + 1 }, result: row.count + 1 };
        },
        rounds: 3,
      });
    expect(await change(({ count }) => count === 1)).toBe(3);
    expect(results).toEqual([1, 2]);
    await expect(change(() => true)).rejects.toMatchObject({ status: 503, code: 'service_busy' });
  });

  it('an older shape is upgraded, and unknown members are kept', () => {
    const old = { ...key('old'), type: 'counter', v: 1, version: 3, colour: 'red' };
    expect(codec.read(old)).toEqual({ ...old, v: 2, count: 0 });
    expect(codec.write({ ...codec.read(old), count: 2 })).toMatchObject({ colour: 'red', ix1sk: '2' });
  });

  it('index keys of the previous state are removed', () => {
    const row = { ...key('x'), type: 'counter' as const, v: 2, version: 1, count: 0, ix1pk: 'counters', ix1sk: '9' };
    expect(codec.write(row)).not.toHaveProperty('ix1sk');
  });

  it('another type, an invalid shape and a newer version are refused', () => {
    expect(() => codec.read({ ...key('x'), type: 'order', v: 1 })).toThrow(RowUnreadable);
    expect(() => codec.read({ ...key('x'), type: 'counter', v: 2 })).toThrow(/count, version/);
    expect(() => codec.check({ ...key('x'), type: 'counter', v: 3 })).toThrow(/being updated/);
    expect(codec.check({ ...key('x'), type: 'counter', v: 2 })).toMatchObject({ type: 'counter' });
  });

  it('rows that are only shown are upgraded too, and a missing row remains undefined', () => {
    expect(codec.check({ ...key('x'), type: 'counter', v: 1 })).toMatchObject({ v: 2, count: 0 });
    expect(codec.check(undefined)).toBeUndefined();
  });
});

describe('updating members of a row by name', () => {
  it('sets, removes and adds members if its condition is met', async () => {
    await putRow({ ...key('update'), type: 'counter', v: 2, count: 1, label: 'old', note: 'gone' } as Row);
    const change = rowUpdate({
      key: key('update'),
      set: { label: 'new', note: undefined },
      add: { count: 4 },
      if: { expression: '#is = :was', names: { '#is': 'label' }, values: { ':was': 'old' } },
    });
    const after = await updateRow<Counter>(change);
    expect(after).toEqual({ ...key('update'), type: 'counter', v: 2, count: 5, label: 'new' });
    await expect(updateRow(change)).rejects.toMatchObject({ name: 'ConditionFailed' });
  });
});
