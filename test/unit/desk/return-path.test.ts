import { expect, test } from 'vitest';
import { discountCodePath, itemPath } from '../../../functions/desk/codes.ts';
import { returnPath } from '../../../functions/desk/return-path.ts';

test.each(["JOE'S", 'SALE!', 'CARD(1)', 'A~B*C', 'SØ L/1', 'a\\b"<>'])(
  'a return path to the pages of the code %s is accepted',
  (code) => {
    expect(returnPath(itemPath(code, { q: code }))).toBe(itemPath(code, { q: code }));
    expect(returnPath(discountCodePath(code))).toBe(discountCodePath(code));
  },
);

test.each(['//evil.example', '/desk/../shop', '/desk/%2e%2e/shop', '/desk\\evil', 'https://evil.example/desk'])(
  'the return path %s is replaced by the first page of the desk',
  (path) => expect(returnPath(path)).toBe('/desk'),
);
