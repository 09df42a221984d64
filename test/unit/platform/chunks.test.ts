import { expect, test } from 'vitest';
import { chunksOf } from '../../../functions/platform/chunks.ts';

test.each([
  [[], []],
  [[1], [[1]]],
  [[1, 2], [[1, 2]]],
  [
    [1, 2, 3, 4, 5],
    [[1, 2], [3, 4], [5]],
  ],
])('%j split into lists of at most two is %j', (elements, chunks) => expect(chunksOf(elements, 2)).toEqual(chunks));
