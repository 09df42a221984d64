import { expect, test } from 'vitest';
import { typedNumber } from '../../../functions/desk/typed-number.ts';

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
