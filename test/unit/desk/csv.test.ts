import { describe, expect, it } from 'vitest';
import { csvOf } from '../../../functions/platform/csv.ts';

describe('a file for spreadsheets', () => {
  it.each([
    '=1+1',
    '+45 12 34 56 78',
    '-x',
    '@SUM(A1)',
    '\tx',
    '|calc',
    '%0A=1+1',
    ' =1+1',
    '\u00A0=1+1',
    '\u200B=1+1',
    '\uFEFF+1',
    '\uFF1D1+1',
    '\uFF0B1',
    '\uFF0D1',
    '\uFF20SUM(A1)',
    '\u22121',
  ])('escapes a cell that begins like a formula: %j', (cell) => {
    expect(csvOf([[cell]], 'en')).toBe(`\uFEFF'${cell}\r\n`);
  });

  it('keeps numbers as numbers, including negative ones, with the decimal sign of the language', () => {
    expect(csvOf([[-12.5, 3, null]], 'da')).toBe('\uFEFF-12,5;3;\r\n');
    expect(csvOf([[-12.5, 3, null]], 'en')).toBe('\uFEFF-12.5,3,\r\n');
  });

  it.each(['\r', '\n', '\r\n ='])('escapes a cell that begins with a line break: %j', (cell) => {
    expect(csvOf([[cell]], 'en')).toBe(`\uFEFF"'${cell}"\r\n`);
  });

  it.each([
    ['A\u0000B', 'A B'],
    ['\u001B[31mred\u0085', ' [31mred '],
    ['\u0000=1+1', "' =1+1"],
    ['\u0007;\tx', '" ;\tx"'],
  ])('replaces control characters, which other programs cannot read: %j', (cell, written) => {
    expect(csvOf([[cell]], 'en')).toBe(`\uFEFF${written}\r\n`);
  });

  it.each(['Anna Berg', 'a=b', '12-13', 'Ole & Co', "'s-Hertogenbosch", '100 %'])('does not change %j', (cell) => {
    expect(csvOf([[cell]], 'en')).toBe(`\uFEFF${cell}\r\n`);
  });

  it.each([
    'da',
    'de',
    'de-AT',
    'sv',
    'no',
    'nb',
    'nn-NO',
    'fr',
    'fi',
    'nl',
    'pl',
    'es',
    'it',
    'pt-BR',
    'is',
    'cs',
    'en-ZA',
    'DA',
    'da-u-nu-arab',
    'fo',
  ])('separates columns with semicolons when decimals use a comma: %s', (language) => {
    expect(csvOf([[1.5, 2]], language)).toBe('\uFEFF1,5;2\r\n');
  });

  it.each(['en', 'en-GB', 'de-CH', 'es-MX', 'ja', 'he', 'xx', '', 'not a tag', 'en-u-nu-arab'])(
    'separates columns with commas in every other language: %s',
    (language) => {
      expect(csvOf([[1.5, 2]], language)).toBe('\uFEFF1.5,2\r\n');
    },
  );

  it('quotes cells that contain a separator or a line break', () => {
    expect(csvOf([['a;b', 'c,d', 'e"f', 'g\nh', 'ø']], 'nb')).toBe('\uFEFF"a;b";"c,d";"e""f";"g\nh";ø\r\n');
  });
});
