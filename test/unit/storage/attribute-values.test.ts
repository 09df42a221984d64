import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromAttributes, toAttributes } from '../../../functions/storage/attribute-values.ts';
import { anyCharacter } from '../../support/any-character.ts';

const number = fc.oneof(
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
);
/** The SDK fails for objects that have a member named `constructor`. */
const name = fc.string().filter((text) => !(text in {}));
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: anyCharacter }),
    number,
    fc.boolean(),
    fc.constant(null),
    fc.uint8Array(),
    fc.array(fc.oneof(tie('value'), fc.constant(undefined))),
    fc.dictionary(name, fc.oneof(tie('value'), fc.constant(undefined))),
  ),
}));
const row = fc.dictionary(name, value);

describe('attribute values', () => {
  it('are those of the SDK, in both directions', () => {
    fc.assert(
      fc.property(row, (given) => {
        const attributes = toAttributes(given);
        expect(attributes).toEqual(marshall(given, { removeUndefinedValues: true }));
        expect(fromAttributes(attributes)).toEqual(unmarshall(attributes));
      }),
      { numRuns: 500 },
    );
  });

  it('of members with any name are read as written', () => {
    const named = { constructor: 'c', toString: 1, valueOf: [{ constructor: null }] };
    expect(fromAttributes(toAttributes(named))).toEqual(named);
  });

  it.each([NaN, Infinity, 2 ** 53, -(2 ** 53), 1n, Symbol('s'), () => 1, new Date(0), new Map(), new Set(['a'])])(
    '%s cannot be stored',
    (unknown) => {
      expect(() => toAttributes({ unknown })).toThrow(TypeError);
      expect(() => toAttributes({ list: [{ unknown }] })).toThrow(TypeError);
    },
  );

  it('of unsupported types are refused', () => {
    expect(() => fromAttributes({ names: { SS: ['a'] } })).toThrow('type SS');
  });
});
