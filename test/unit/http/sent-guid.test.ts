import { expect, test } from 'vitest';
import { assertKeyLength, sentGuid, sentKey } from '../../../functions/pipeline/sent-guid.ts';
import { headerBytes } from '../../../functions/platform/header-text.ts';

test.each(['x', 'ø', '\u{1F381}'])('a key has at most 255 characters such as %s', (character) => {
  const [longest, longer] = [character.repeat(255), character.repeat(256)];
  const keyed = (name: string, key: string) => ({ [name]: headerBytes(key) });
  expect(() => assertKeyLength(sentKey(keyed('idempotency-key', longest)))).not.toThrow();
  expect(sentGuid(keyed('x-request-guid', longest))).toBe(longest);
  expect(() => assertKeyLength(sentKey(keyed('idempotency-key', longer)))).toThrow('at most 255 characters');
  expect(() => sentGuid(keyed('x-request-guid', longer))).toThrow('at most 255 characters');
});
