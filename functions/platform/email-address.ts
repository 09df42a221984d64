import { withErrorText } from './messages/error-text.ts';
import { validation } from './messages/validation.ts';
import { domainToASCII } from 'node:url';
import * as z from 'zod/mini';
import { lazy } from './lazy.ts';

/**
 * Maximum number of octets of an email address, of its local part, of its domain, and of a label of the domain (RFC
 * 5321).
 */
export const EMAIL_MAX = 254;
const LOCAL_MAX = 64;
const DOMAIN_MAX = 253;
const LABEL_MAX = 63;

/** `dot-atom` of RFC 5322. The local part is ASCII, because email is sent without SMTPUTF8. */
const LOCAL = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
/**
 * Characters that a domain may contain before its conversion to punycode. Others have a meaning in the host of a URL
 * (`%41`, `:80`).
 */
const DOMAIN = /^[\p{L}\p{M}\p{N}.\u3002\uFF0E\uFF61-]+$/u;
const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const TOP_LABEL = /[a-z]/;

interface Parts {
  local: string;
  /** In lower case, with internationalized labels in punycode. */
  domain: string;
}

const partsOf = (email: string): Parts | undefined => {
  const at = email.lastIndexOf('@');
  const [local, typed] = [email.slice(0, Math.max(at, 0)), email.slice(at + 1)];
  if (!LOCAL.test(local) || !DOMAIN.test(typed)) return undefined;
  const domain = domainToASCII(typed);
  return domain === '' ? undefined : { local, domain };
};

const isDomain = (domain: string): boolean => {
  const labels = domain.split('.');
  const top = labels.at(-1) ?? '';
  return (
    domain.length <= DOMAIN_MAX &&
    labels.length > 1 &&
    labels.every((label) => label.length <= LABEL_MAX && LABEL.test(label)) &&
    top.length > 1 &&
    TOP_LABEL.test(top)
  );
};

/**
 * Whether a string is an address that email can be sent to: `local@domain`, with a domain in any script or in punycode.
 */
export const isEmailAddress = (text: string): boolean => {
  const parts = partsOf(text);
  return (
    parts !== undefined &&
    parts.local.length <= LOCAL_MAX &&
    isDomain(parts.domain) &&
    parts.local.length + 1 + parts.domain.length <= EMAIL_MAX
  );
};

/**
 * An email address as mail servers accept it, with its domain in punycode. An invalid email address is returned
 * unchanged.
 */
export const asciiEmail = (email: string): string => {
  const parts = partsOf(email.trim());
  return parts === undefined ? email : `${parts.local}@${parts.domain}`;
};

/** An email address as it is compared: in lowercase, with its domain in punycode. */
export const foldEmail = (email: string): string => asciiEmail(email.trim().toLowerCase());

/**
 * An email address in a body. It is stored as sent, and published without the format `email`, because that format does
 * not allow domains in other scripts.
 */
export const emailSchema = lazy(() =>
  z
    .string()
    .check(
      z.maxLength(EMAIL_MAX, { abort: true }),
      z.refine(isEmailAddress, withErrorText(validation('email_malformed'))),
    ),
);
