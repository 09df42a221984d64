/**
 * Start of an email address. The character before it must not be one that would extend the email address. Other
 * characters that an email address may contain separate it from a text or a link. In a row with JSON as text, the
 * letter of an escaped line break is not part of the email address.
 */
const BEFORE = String.raw`(?:(?<=\\[bfnrt])|(?<![\p{L}\p{M}\p{N}._%+\-]|[\p{L}\p{N}]['’&!#$*~^]))`;
/**
 * End of an email address. A letter, digit or hyphen must not follow, even after a dot, because the domain would
 * continue. A dot alone ends a sentence.
 */
const AFTER = String.raw`(?!\.?[\p{L}\p{M}\p{N}_\-])`;

const patternOf = (email: string): RegExp => {
  // Escapes every character by its code point.
  const literal = [...email.trim()].map((sign) => String.raw`\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`).join('');
  return new RegExp(`${BEFORE}${literal}${AFTER}`, 'giu');
};

/**
 * Removes every occurrence of an email address from a string, ignoring case; longer email addresses that contain it are
 * kept.
 */
export const withoutAddress = (text: string, email: string, replacement: string): string =>
  text.replaceAll(patternOf(email), () => replacement);

/**
 * Whether any text of a value, or any name of a member, contains the email address (not only a longer email address
 * that includes it).
 */
export const hasAddressAnywhere = (value: unknown, email: string): boolean => {
  if (typeof value === 'string') return patternOf(email).test(value);
  if (Array.isArray(value)) return value.some((each) => hasAddressAnywhere(each, email));
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return false;
  return Object.entries(value).some(
    ([name, each]) => hasAddressAnywhere(name, email) || hasAddressAnywhere(each, email),
  );
};
