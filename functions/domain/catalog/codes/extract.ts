import { layoutReadings } from './keyboard-layouts.ts';
import { CODE_CHARACTERS, GROUP, isWellFormedCode, normalizeCode } from './rules.ts';
import { decodeUriText } from '../../../platform/uri-text.ts';

/** Maximum length of the searched text, longer than any printed URL of a code. */
const TEXT_MAX_LENGTH = 1000;
const IN_CODE = /[0-9A-Za-z]/;
/** Prefix that a scanner may send: the AIM identifier of the symbology, such as `]Q3`. */
const AIM_PREFIX = /^[^0-9A-Za-z]{0,2}[A-Za-z][0-9A-Za-z]$/;

/**
 * Ranks of the most likely codes: a code in groups with hyphens, as it is printed, and a string that consists only of a
 * code, in any form.
 */
const HYPHENS = 5;
const WHOLE_TEXT = 4;

/**
 * Finds an item code in a string that may contain a URL, a label or a scanner's prefix, or that was typed with another
 * keyboard layout. Returns undefined if there is none. A code starts and ends at a word boundary, so that digits of
 * other ids are not mistaken for a code; only a code in groups, or after a scanner's prefix, may directly follow other
 * text. In a longer text, a code has separators between all groups or none.
 */
export const extractCode = (text: string): string | undefined => {
  const normalized = text.slice(0, TEXT_MAX_LENGTH).normalize('NFKC');
  const whole = isWellFormedCode(normalized) ? [{ code: normalizeCode(normalized), rank: WHOLE_TEXT }] : [];
  // A word that is read in the wrong layout may have valid check characters by chance, so the highest rank decides.
  return [...whole, ...layoutReadings(normalized).flatMap(candidatesIn)].toSorted((a, b) => b.rank - a.rank)[0]?.code;
};

const candidatesIn = (text: string): { code: string; rank: number }[] => {
  const places = Array.from({ length: text.length }, (_, at) => at).filter((at) => IN_CODE.test(text.charAt(at)));
  const candidates: { code: string; rank: number }[] = [];
  for (let end = CODE_CHARACTERS; end <= places.length; end++) {
    const window = places.slice(end - CODE_CHARACTERS, end);
    const [first = 0, last = 0] = [window[0], window.at(-1)];
    const rank = IN_CODE.test(text.charAt(last + 1)) ? 0 : rankOf(text, first, window);
    const code = text.slice(first, last + 1);
    if (rank > 0 && isWellFormedCode(code)) candidates.push({ code: normalizeCode(code), rank });
  }
  return candidates;
};

/**
 * Rank of a code with this start and these separators; 0: not a code. Adjacent words may have valid check characters by
 * chance, and so may a code that was typed with another layout.
 */
const rankOf = (text: string, first: number, window: readonly number[]): number => {
  const gaps = window.flatMap((place, at) => {
    const end = (window[at - 1] ?? place) + 1;
    return place > end ? [{ at, separator: text.slice(end, place) }] : [];
  });
  const isOwnWord = !IN_CODE.test(text.charAt(first - 1));
  if (gaps.length === 0) return isOwnWord || AIM_PREFIX.test(text.slice(0, first)) ? 3 : 0;
  if (gaps.length !== CODE_CHARACTERS / GROUP - 1 || gaps.some(({ at }) => at % GROUP !== 0)) return 0;
  const [separator, ...others] = new Set(gaps.map((gap) => gap.separator));
  const isUniform = others.length === 0;
  return (isUniform ? (separator === '-' ? HYPHENS : 2) : 0) + (isOwnWord ? 1 : 0) || 1;
};

const LINK = /\/c\/[^/]+\/([^/?#]+)/i;
/**
 * Allows only the characters of company slugs. A hyphen in the slug then distinguishes German from Swedish, which both
 * have `ö` on the key of the US colon: read in the wrong layout, the hyphen is a character that slugs do not have.
 */
const LINK_OF_ANOTHER_LAYOUT = /^\s*https?:\/\/.*\/c\/[\w-]+\/([\w.%-]+)(?:[/?#]|\s*$)/i;

/** The last part of a code's printed URL, decoded; undefined for any other text. */
export const codeOfLink = (text: string): string | undefined => {
  const [typed = '', ...others] = layoutReadings(text.slice(0, TEXT_MAX_LENGTH).normalize('NFKC'));
  const match = [LINK.exec(typed), ...others.map((other) => LINK_OF_ANOTHER_LAYOUT.exec(other))].find(Boolean);
  return match?.[1] === undefined ? undefined : decodeUriText(match[1]);
};
