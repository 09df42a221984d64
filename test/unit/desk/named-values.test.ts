import { expect, test } from 'vitest';
import { namedValues } from '../../../functions/desk/pages/named-values.ts';

test('a current language or currency that is not in the list is shown by its name', () => {
  const nameOf = (...input: Parameters<typeof namedValues>): string | undefined =>
    new Map(namedValues(...input)).get(input[2] ?? '');
  expect(nameOf('languages', 'de', 'ja')).toBe('Japanisch');
  expect(nameOf('languages', 'en', 'da')).toBe('Danish');
  expect(nameOf('currencies', 'en-GB', 'XPF')).toBe('XPF, CFP Franc');
  for (const [of, value] of [
    ['languages', 'x'],
    ['languages', '!!'],
    ['currencies', 'dollar'],
    ['countries', 'XX'],
  ] as const)
    expect(nameOf(of, 'en', value)).toBeUndefined();
});
