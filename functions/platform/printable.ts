import { inflateRawSync } from 'node:zlib';
import { lazy } from './lazy.ts';
import type { Message } from './messages/message.ts';
import { validation } from './messages/validation.ts';
import { PRINTABLE } from './printable-data.ts';

const bits = lazy(() => inflateRawSync(Buffer.from(PRINTABLE, 'base64')));

const has = (character: string): boolean => {
  const point = character.codePointAt(0) ?? 0;
  return ((bits()[point >> 3] ?? 0) & (1 << (point & 7))) !== 0;
};

/** Characters that have no glyph of their own and modify others. */
const SHAPELESS = /[\p{Cf}\p{Cs}\p{Variation_Selector}\p{Emoji_Modifier}]/u;
const CONTROL = /\p{Cc}/u;
/**
 * Programs write this character in place of a letter that they could not decode. Fonts have a glyph for it, but it is
 * not printed.
 */
const LOST_LETTER = '\uFFFD';
const PLAIN = /^[\n\r\t -~\u00a0-\u017f]*$/;

const isPrintable = (character: string): boolean => {
  if (/\s/u.test(character)) return true;
  // Control characters cannot be printed, although some fonts have a glyph for them.
  if (CONTROL.test(character) || character === LOST_LETTER) return false;
  if (SHAPELESS.test(character) || has(character)) return true;
  // Decorative letters are printed as plain ones.
  const plain = character.normalize('NFKD');
  return plain !== character && [...plain].every((part) => has(part) || SHAPELESS.test(part));
};

/** The characters of a string that documents cannot print, without duplicates, in order. */
export const unprintable = (text: string): string[] =>
  PLAIN.test(text) ? [] : [...new Set([...text.normalize('NFC')].filter((character) => !isPrintable(character)))];

const NAMED_MAX = 12;

/** The message about letters that cannot be printed; undefined if all can be printed. */
export const unprintableFault = (text: string): Message | undefined => {
  const letters = unprintable(text);
  if (letters.length === 0) return undefined;
  const named = letters.slice(0, NAMED_MAX);
  return validation('letters_unprintable', {
    letters: named.map(nameOf).join(', '),
    others: letters.length - named.length,
  });
};

const nameOf = (letter: string): string => {
  const code = `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return CONTROL.test(letter) ? code : `${letter} (${code})`;
};
