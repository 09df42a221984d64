import { expect, test } from 'vitest';
import { typedNumber, typedWholeNumber } from '../../../functions/desk/typed-number.ts';

test.each([
  ['25', 25],
  ['25,5', 25.5],
  ['25.5', 25.5],
  ['.5', 0.5],
  ['-3', -3],
  ['25 %', 25],
  ['25,5%', 25.5],
])('%j is a number', (text, number) => expect(typedNumber(text)).toBe(number));

test.each(['', ' ', '%', 'x', '1e1', '0x10', 'Infinity', '1.000,5', '1,2,3', '5-'])('%j is not a number', (text) =>
  expect(typedNumber(text)).toBeUndefined(),
);

test.each([
  ['1000', 1000],
  ['1.000', 1000],
  ['1,000', 1000],
  ['1 000', 1000],
  ['1\u202f000', 1000],
  ["1'000.000", undefined],
  ['12.345.678', 12_345_678],
  ['1.5', 1.5],
  ['0,500', 0.5],
  ['1.0000', 1],
  ['-3', -3],
  ['-1.000', -1000],
  ['many', undefined],
])('%j is the whole number %j', (text, number) => expect(typedWholeNumber(text)).toBe(number));
