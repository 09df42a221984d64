/**
 * Characters that extend an address to the left; other marks that it may contain separate it in a text or a link. A row
 * may hold JSON as text, where an escaped line break ends in a letter.
 */
const BEFORE = String.raw`(?:(?<=\\[bfnrt])|(?<![\p{L}\p{M}\p{N}._%+\-]|[\p{L}\p{N}]['’&!#$*~^]))`;
/** A domain continues with a letter, a digit or a hyphen, even after a dot; a dot alone ends a sentence. */
const AFTER = String.raw`(?!\.?[\p{L}\p{M}\p{N}_\-])`;

const patternOf = (email: string): RegExp => {
  // Every character escaped by its code point.
  const literal = [...email.trim()].map((sign) => String.raw`\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`).join('');
  return new RegExp(`${BEFORE}${literal}${AFTER}`, 'giu');
};

/** Removes every occurrence of an address from a text, ignoring case; longer addresses that contain it are kept. */
export const withoutAddress = (text: string, email: string, replacement: string): string =>
  text.replaceAll(patternOf(email), () => replacement);

/** Whether any text of a value, member names included, contains the whole address. */
export const hasAddressAnywhere = (value: unknown, email: string): boolean => {
  if (typeof value === 'string') return patternOf(email).test(value);
  if (Array.isArray(value)) return value.some((each) => hasAddressAnywhere(each, email));
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return false;
  return Object.entries(value).some(
    ([name, each]) => hasAddressAnywhere(name, email) || hasAddressAnywhere(each, email),
  );
};
