import fc from 'fast-check';

const SURROGATES_FROM = 0xd800;
const SURROGATES = 0x800;
const LAST = 0x10_ffff;

const codePointOf = (text: unknown): number => {
  const [character = '', ...more] = typeof text === 'string' && text.isWellFormed() ? text : '';
  if (character === '' || more.length > 0) throw new TypeError('This is not one character');
  return character.codePointAt(0) ?? 0;
};

/**
 * Any character, with the values of fast-check's unit `binary`, which builds a map of all 1.1 million characters in
 * each process: a second of CPU time.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.nat(LAST - SURROGATES).map(
  (at) => String.fromCodePoint(at < SURROGATES_FROM ? at : at + SURROGATES),
  (text) => {
    const code = codePointOf(text);
    return code < SURROGATES_FROM ? code : code - SURROGATES;
  },
);
