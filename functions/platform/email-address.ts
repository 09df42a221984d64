import { withErrorText } from './messages/error-text.ts';
import { validation } from './messages/validation.ts';
import { domainToASCII } from 'node:url';
import * as z from 'zod/mini';
import { lazy } from './lazy.ts';

/**
 * Octets of an address, of the part before the `@`, and of a label of the domain, as mail servers limit them (RFC
 * 5321).
 */
const EMAIL_MAX = 254;
const LOCAL_MAX = 64;
const DOMAIN_MAX = 253;
const LABEL_MAX = 63;

/** RFC 5322 `dot-atom`. Mail is sent without SMTPUTF8, so this part has ASCII letters only. */
const LOCAL = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
/**
 * Characters that a domain may have before it is converted. Others have a meaning in the host of a URL (`%41`, `:80`).
 */
const DOMAIN = /^[\p{L}\p{M}\p{N}.\u3002\uFF0E\uFF61-]+$/u;
const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const TOP_LABEL = /[a-z]/;

interface Parts {
  local: string;
  /** In lower case, internationalized labels in punycode. */
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

/** Whether a text is an address that mail can be sent to: `local@domain`, the domain in any script or in punycode. */
export const isEmailAddress = (text: string): boolean => {
  const parts = partsOf(text);
  return (
    parts !== undefined &&
    parts.local.length <= LOCAL_MAX &&
    isDomain(parts.domain) &&
    parts.local.length + 1 + parts.domain.length <= EMAIL_MAX
  );
};

/** The address as mail servers accept it: the domain in punycode. An invalid address is returned unchanged. */
export const asciiEmail = (email: string): string => {
  const parts = partsOf(email.trim());
  return parts === undefined ? email : `${parts.local}@${parts.domain}`;
};

/** The form in which addresses are compared: lower case, the domain in punycode. */
export const foldEmail = (email: string): string => asciiEmail(email.trim().toLowerCase());

/**
 * An e-mail address in a body. Kept as sent. It is published without the format `email`, which has no domains in other
 * scripts.
 */
export const emailSchema = lazy(() =>
  z
    .string()
    .check(
      z.maxLength(EMAIL_MAX, { abort: true }),
      z.refine(isEmailAddress, withErrorText(validation('email_malformed'))),
    ),
);
