import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/**
 * Item codes: 18 random characters and 2 check characters in five groups of four. The alphabet omits I, L, O and U, and
 * reads the first three as the digits they resemble, so that a code can be read aloud and typed without errors.
 */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RANDOM_CHARACTERS = 18;
const CHECK_CHARACTERS = 2;
export const GROUP = 4;
const BITS_PER_CHARACTER = 5;
export const CODE_CHARACTERS = RANDOM_CHARACTERS + CHECK_CHARACTERS;

/** Maximum characters of a code of any origin: codes of campaigns and vendors may be longer than generated codes. */
export const CODE_MAX_LENGTH = 500;
/**
 * Maximum bytes of a code as it is stored: a QR code contains the URL of the code, in which a byte may take three
 * characters.
 */
export const CODE_MAX_BYTES = 600;

/** The largest prime for two check characters, so that every changed character and every swap is detected. */
const CHECK_MODULUS = 1021;
const CHECK_WEIGHT = 33;

const checkCharacters = (body: string): string => {
  let sum = 0;
  for (const character of body) sum = (sum * CHECK_WEIGHT + ALPHABET.indexOf(character)) % CHECK_MODULUS;
  const check = (sum * CHECK_WEIGHT) % CHECK_MODULUS;
  return `${ALPHABET[Math.floor(check / ALPHABET.length)]}${ALPHABET[check % ALPHABET.length]}`;
};

const SHAPE = new RegExp(`^[${ALPHABET}]{${CODE_CHARACTERS}}$`);

const GROUPS = new RegExp(`.{${GROUP}}`, 'g');
const groupDigits = (compact: string): string => (compact.match(GROUPS) ?? []).join('-');

let last: { seed: string; key: KeyObject } | undefined;

/** All codes of an order share a seed, and preparing a key takes five times as long as hashing with it. */
const keyOf = (seed: string): KeyObject => {
  if (last?.seed !== seed) last = { seed, key: createSecretKey(seed, 'utf8') };
  return last.key;
};

/**
 * Derives the code of one item from seed and scope without revealing either. The code has 90 bits of the seed's
 * randomness.
 */
export const deriveCode = (seed: string, scope: string): string => {
  let bits = BigInt(`0x${createHmac('sha256', keyOf(seed)).update(`item-code\n${scope}`).digest('hex')}`);
  let body = '';
  for (let at = 0; at < RANDOM_CHARACTERS; at++) {
    body += ALPHABET[Number(bits & 31n)];
    bits >>= BigInt(BITS_PER_CHARACTER);
  }
  return groupDigits(body + checkCharacters(body));
};

/** Uppercase without spaces or hyphens; letters that resemble digits become digits. */
export const compactCode = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[\s-]+/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');

/**
 * The letters and digits of a string, in the form of generated codes. Ignores separators, which email clients, word
 * processors and scanners change; the check characters decide whether the result is a code.
 */
const ownCode = (text: string): string => compactCode(text.normalize('NFKC').replaceAll(/[^0-9A-Za-z]+/g, ''));

/** Whether a string is an item code, by its check characters. */
export const isWellFormedCode = (text: string): boolean => {
  const compact = ownCode(text);
  return (
    SHAPE.test(compact) && checkCharacters(compact.slice(0, RANDOM_CHARACTERS)) === compact.slice(RANDOM_CHARACTERS)
  );
};

const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;
const DASHES = /[\p{Pd}\u2043\u2212]/gu;

/**
 * Cleans a code that people chose, for a discount, a campaign or a vendor. Removes invisible characters, surrounding
 * whitespace and final periods; replaces other dashes with hyphens, wide letters with normal ones, and whitespace with
 * single spaces. Only trims a code of which nothing would be left.
 */
export const cleanCode = (text: string): string => {
  const clean = text
    .normalize('NFKC')
    .replaceAll(INVISIBLE, '')
    .replaceAll(DASHES, '-')
    .replaceAll(/\s+/g, ' ')
    .replace(/[\s.]+$/, '')
    .trimStart();
  return clean === '' ? text.trim() : clean;
};

/**
 * The form in which codes chosen by people are compared and stored: cleaned and case-folded. Converts to lower case
 * first, so that both cases of `ß` become SS, and drops the dot that this leaves on a Turkish `İ`.
 */
export const foldCode = (text: string): string =>
  cleanCode(text).toLowerCase().replaceAll('i\u0307', 'i').toUpperCase().normalize('NFKC');

/** Canonical form of a code: generated codes are grouped; codes of campaigns and vendors are folded. */
export const normalizeCode = (text: string): string =>
  isWellFormedCode(text) ? groupDigits(ownCode(text)) : foldCode(text);

/** Whether an item can have this code. */
export const isStorableCode = (text: string): boolean => Buffer.byteLength(normalizeCode(text)) <= CODE_MAX_BYTES;

const SHOWN_OF_CODE = 4;

/** The last four characters of a code; at most half of a short code. */
export const lastOfCode = (code: string): string => {
  const characters = [...code];
  const hidden = Math.max(characters.length - SHOWN_OF_CODE, Math.ceil(characters.length / 2));
  return characters.slice(hidden).join('');
};
