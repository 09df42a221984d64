import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../functions/platform/errors.ts';
import { assertMatches, strongTag } from '../../../functions/platform/preconditions.ts';

const refusal = (ifMatch: string | undefined, tag: string): string => {
  try {
    assertMatches(ifMatch, tag);
    return 'passes';
  } catch (error) {
    return error instanceof ApiError ? `${error.status} ${error.code}` : 'something else';
  }
};

describe('tags', () => {
  it('are quoted, strong and of the same length for every input', () => {
    for (const tag of [strongTag('a'), strongTag(1, 'ø', ''), strongTag('x'.repeat(10_000))]) {
      expect(tag).toMatch(/^"[\w-]{22}"$/);
    }
  });

  it('differ when any part differs, even if the concatenation is equal', () => {
    const tags = [
      strongTag('a', 'b'),
      strongTag('ab'),
      strongTag('a,b'),
      strongTag('b', 'a'),
      strongTag(1),
      strongTag('1'),
    ];
    expect(new Set(tags).size).toBe(tags.length);
    expect(strongTag('a', 1)).toBe(strongTag('a', 1));
  });
});

describe('If-Match', () => {
  const tag = strongTag('draft', 3);

  it('accepts the version, alone or among others', () => {
    expect(refusal(tag, tag)).toBe('passes');
    expect(refusal(`"other", ${tag}`, tag)).toBe('passes');
    expect(refusal(undefined, tag)).toBe('passes');
  });

  it.each([strongTag('draft', 2), `W/${tag}`, '*', tag.slice(1, -1), '""', '"'])('refuses %s', (ifMatch) => {
    expect(refusal(ifMatch, tag)).toBe('412 precondition_failed');
  });
});
