import { expect, it } from 'vitest';
import { sortable } from '../../../functions/storage/sortable.ts';

it('times sort as texts as they do as numbers, and times before 1970 are at the beginning', () => {
  const moments = [0, 1, 999, 1_000, 1_764_000_000_000, 99_999_999_999_999];
  expect(moments.map(sortable).toSorted()).toEqual(moments.map(sortable));
  expect(sortable(1_764_000_000_000)).toBe('01764000000000');
  expect(sortable(-5)).toBe(sortable(0));
});

it('a part of a millisecond counts as a whole one, because a longer text would sort elsewhere', () => {
  expect(sortable(1_764_000_000_000.4)).toBe('01764000000001');
});
