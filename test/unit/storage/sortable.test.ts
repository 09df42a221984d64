import { expect, it } from 'vitest';
import { sortable } from '../../../functions/storage/sortable.ts';

it('times as strings sort like numbers, and a time before 1970 becomes the beginning of 1970', () => {
  const moments = [0, 1, 999, 1_000, 1_764_000_000_000, 99_999_999_999_999];
  expect(moments.map(sortable).toSorted()).toEqual(moments.map(sortable));
  expect(sortable(1_764_000_000_000)).toBe('01764000000000');
  expect(sortable(-5)).toBe(sortable(0));
});

it('a fraction of a millisecond is rounded up, because a longer string sorts differently', () => {
  expect(sortable(1_764_000_000_000.4)).toBe('01764000000001');
});
