import { expect, test } from 'vitest';
import { hasVisible } from '../../../functions/platform/visible.ts';

test.each([
  ['', false],
  [' \t\n', false],
  ['\u200B\u2060\uFEFF', false],
  ['\u202E\u00AD', false],
  ['\u3164\u115F', false],
  ['\u2800', false],
  ['\u200BBo', true],
  ['ﷺ', true],
  ['👩\u200D🚀', true],
  ['.', true],
])('%j can be seen: %s', (text, expected) => {
  expect(hasVisible(text)).toBe(expected);
});
