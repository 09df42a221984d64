import { foldEmail } from '../../../platform/email-address.ts';

/**
 * Start of an email address. The character before it must not be one that would extend the email address. Other
 * characters that an email address may contain separate it from a text or a link. In a row with JSON as text, the
 * letter of an escaped line break is not part of the email address.
 */
const BEFORE = String.raw`(?:(?<=\\[bfnrt])|(?<![\p{L}\p{M}\p{N}._%+\-]|[\p{L}\p{N}]['’&!#$*~^]))`;
/** A whole domain, in any script or in punycode, with the full stops that scripts use. */
const DOMAIN = String.raw`[\p{L}\p{M}\p{N}.\u3002\uFF0E\uFF61\-]+(?![\p{L}\p{M}\p{N}._\-])`;
/** Full stops after a domain end a sentence. */
const STOPS = /[.\u3002\uFF0E\uFF61]*$/u;

/** Matches email addresses with the same local part. */
const patternOf = (email: string): RegExp => {
  const local = email.slice(0, email.lastIndexOf('@'));
  // Escapes every character by its code point.
  const literal = [...local].map((sign) => String.raw`\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`).join('');
  return new RegExp(`${BEFORE}${literal}@${DOMAIN}`, 'giu');
};

/**
 * Removes every occurrence of an email address from a string, compared case-insensitively and with the domain in
 * punycode. Longer email addresses that contain it are kept.
 */
export const withoutAddress = (text: string, email: string, replacement: string): string => {
  const address = email.trim();
  const folded = foldEmail(address);
  return text.replaceAll(patternOf(address), (found) => {
    const [stops = ''] = STOPS.exec(found) ?? [];
    const isSame = foldEmail(found.slice(0, found.length - stops.length)) === folded;
    return isSame ? `${replacement}${stops}` : found;
  });
};

/**
 * Whether any text of a value, or any name of a member, contains the email address (not only a longer email address
 * that includes it).
 */
export const hasAddressAnywhere = (value: unknown, email: string): boolean => {
  if (typeof value === 'string') return value.includes('@') && withoutAddress(value, email, '') !== value;
  if (Array.isArray(value)) return value.some((each) => hasAddressAnywhere(each, email));
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return false;
  return Object.entries(value).some(
    ([name, each]) => hasAddressAnywhere(name, email) || hasAddressAnywhere(each, email),
  );
};
