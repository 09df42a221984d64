import { expect, it } from 'vitest';
import { sentencePattern } from '../../../functions/platform/sentence-pattern.ts';

it('a sentence is found letter by letter, with the parts that differ', () => {
  const pattern = sentencePattern('It costs {} (all in).');
  expect(pattern.exec('It costs 5.00 (all in).')?.[1]).toBe('5.00');
  expect(pattern.exec('It costs 5.00 (all in)!')).toBeNull();
});

it('parts are short, or long where they may hold the words between them', () => {
  const sentence = '{} and {}';
  expect(sentencePattern(sentence).exec('a and b and c')?.slice(1)).toEqual(['a', 'b and c']);
  expect(sentencePattern(sentence, 'long').exec('a and b and c')?.slice(1)).toEqual(['a and b', 'c']);
});
