import { describe, expect, it } from 'vitest';
import { bytesOfRow } from '../../../functions/storage/row-size.ts';
import { readUnits, unitsOfIndexes, unitsOfRow } from '../../bench/sale/units.ts';

const row = (bytes: number) => ({ pk: 'a', sk: 'b', t: 'x'.repeat(bytes - 7) });

describe('capacity units of the table', () => {
  it('the size of a row is that of its names and values', () => {
    expect(bytesOfRow(row(1000))).toBe(1000);
    expect(bytesOfRow({ n: 12_345, b: true, l: ['é'], m: { a: null } })).toBe(
      1 + 4 + 2 + (1 + 3 + 1 + 2) + (1 + 3 + 1 + 1 + 1),
    );
  });

  it('a write costs one unit per started kilobyte of its larger version, and twice that in a transaction', () => {
    expect(unitsOfRow(undefined, row(1024), false)).toBe(1);
    expect(unitsOfRow(row(1025), row(10), false)).toBe(2);
    expect(unitsOfRow(row(1025), undefined, true)).toBe(4);
  });

  it('an index costs one unit for an added or removed entry, two for a moved one, and none for an unchanged one', () => {
    const at = (sk: string) => ({ ...row(10), ix1pk: 'p', ix1sk: sk });
    expect(unitsOfIndexes(undefined, at('1'), ['ix1', 'ix2'])).toBe(1);
    expect(unitsOfIndexes(at('1'), at('2'), ['ix1'])).toBe(2);
    expect(unitsOfIndexes(at('1'), { ...at('1'), t: 'other' }, ['ix1'])).toBe(0);
    expect(unitsOfIndexes(at('1'), undefined, ['ix1'])).toBe(1);
  });

  it('a read costs one unit per started four kilobytes, and half that when it is eventually consistent', () => {
    expect([readUnits(4096, true), readUnits(4097, true), readUnits(0, false)]).toEqual([1, 2, 0.5]);
  });
});
