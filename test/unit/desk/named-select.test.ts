import { expect, it } from 'vitest';
import { namedSelect } from '../../../functions/desk/pages/named-select.ts';

const offered = [
  ['da', 'dansk'],
  ['en', 'engelsk'],
] as const;
const select = (value: string): string =>
  String(namedSelect({ id: 'language', name: 'language', value, offered, isRequired: true }));

// HTML does not allow a required selection without an empty first option.
it('a selection is marked as required only if it has an empty option', () => {
  expect(select('')).toMatch(/<select[^>]* required[^>]*>\s*<option value="" selected>/);
  expect(select('en')).not.toContain('required');
});
