import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/**
 * Item codes: 18 random characters and 2 check characters in five groups of four. The alphabet leaves out I, L, O and
 * U, and reads the first three as the digits they resemble, so that a code survives being read aloud and typed.
 */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RANDOM_CHARACTERS = 18;
const CHECK_CHARACTERS = 2;
const GROUP = 4;
const BITS_PER_CHARACTER = 5;
export const CODE_CHARACTERS = RANDOM_CHARACTERS + CHECK_CHARACTERS;

/** The largest prime that two characters can carry, so that every slip of one character or one swap shows. */
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
const grouped = (compact: string): string => (compact.match(GROUPS) ?? []).join('-');

let last: { seed: string; key: KeyObject } | undefined;

/** Codes of one order have one seed, and preparing a key takes five times as long as hashing with it. */
const keyOf = (seed: string): KeyObject => {
  if (last?.seed !== seed) last = { seed, key: createSecretKey(seed, 'utf8') };
  return last.key;
};

/**
 * The code of one item: the same seed and scope always give the same code, and the code tells nothing about either.
 * 90 bits of it are as random as the seed is.
 */
export const deriveCode = (seed: string, scope: string): string => {
  let bits = BigInt(`0x${createHmac('sha256', keyOf(seed)).update(`item-code\n${scope}`).digest('hex')}`);
  let body = '';
  for (let at = 0; at < RANDOM_CHARACTERS; at++) {
    body += ALPHABET[Number(bits & 31n)];
    bits >>= BigInt(BITS_PER_CHARACTER);
  }
  return grouped(body + checkCharacters(body));
};

/** Upper case without spaces and hyphens, look-alikes read as the digits they resemble. */
export const compactCode = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[\s-]+/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');

/**
 * A code of ours as somebody pasted it, in plain signs: mails, word processors and texts that run to the left put dashes,
 * invisible marks and wide letters into it, and a sentence that ends with it a full stop.
 */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{Pd}\u2043\u2212\s]+/gu, '')
    .replace(/\.$/, '');

const ownCode = (text: string): string => compactCode(plain(text));

/** Whether a text is a code of ours as far as its check characters can tell. */
export const isWellFormedCode = (text: string): boolean => {
  const compact = ownCode(text);
  return (
    SHAPE.test(compact) && checkCharacters(compact.slice(0, RANDOM_CHARACTERS)) === compact.slice(RANDOM_CHARACTERS)
  );
};

/** The one form under which a code is stored: ours grouped; campaign and vendor codes in upper case as they are. */
export const normalizeCode = (text: string): string =>
  isWellFormedCode(text) ? grouped(ownCode(text)) : text.trim().toUpperCase();
