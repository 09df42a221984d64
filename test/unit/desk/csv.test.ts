import { describe, expect, it } from 'vitest';
import { csvOf } from '../../../functions/platform/csv.ts';

describe('a file for spreadsheets', () => {
  it.each(['=1+1', '+45 12 34 56 78', '-x', '@SUM(A1)', '\tx'])(
    'disarms a cell that begins like a formula: %j',
    (cell) => {
      expect(csvOf([[cell]], 'en')).toBe(`\uFEFF'${cell}\r\n`);
    },
  );

  it('keeps figures figures, also below zero, with the decimal sign of the language', () => {
    expect(csvOf([[-12.5, 3, null]], 'da')).toBe('\uFEFF-12,5;3;\r\n');
    expect(csvOf([[-12.5, 3, null]], 'en')).toBe('\uFEFF-12.5,3,\r\n');
  });

  it('quotes what would part columns or rows', () => {
    expect(csvOf([['a;b', 'c,d', 'e"f', 'g\nh', 'ø']], 'nb')).toBe('\uFEFF"a;b";"c,d";"e""f";"g\nh";ø\r\n');
  });
});
