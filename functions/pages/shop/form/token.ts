import { createHash, randomBytes } from 'node:crypto';
import { nowMs } from '../../../platform/clock.ts';
import { readSigned, signText } from '../../../platform/signed-text.ts';

/** A form is one order at most, however often it is sent: it carries a name of its own from the moment it was shown. */
export interface FormToken {
  nonce: string;
  isExpired: boolean;
  /** Earlier names of the form, newest first: orders placed under them are shown to its sender. */
  earlier: readonly string[];
}

/** What was chosen yesterday may be sold out or cost something else; what was typed is kept all the same. */
const LIFETIME_MS = 24 * 3600 * 1000;
const PURPOSE = 'order-page-form';

/** Of a form that is renamed more often, older names are forgotten. */
const EARLIER_MAX = 3;

/** The name after a name: from whichever copy of a form it is asked for, so that all meet what was ordered under it. */
const nonceAfter = (nonce: string): string =>
  createHash('sha256').update(`after ${nonce}`).digest('base64url').slice(0, 22);

/** A name for a form: for a new one, or for one that had another name. */
export const mintToken = (company: string, before?: FormToken): string => {
  const earlier = before ? [before.nonce, ...before.earlier].slice(0, EARLIER_MAX) : [];
  const nonce = before ? nonceAfter(before.nonce) : randomBytes(16).toString('base64url');
  return signText(PURPOSE, JSON.stringify([company, nonce, nowMs(), earlier]));
};

/** Undefined for what is no token of this company's forms. */
export const readToken = (company: string, token: string): FormToken | undefined => {
  const text = readSigned(PURPOSE, token);
  if (text === undefined) return undefined;
  const [owner, nonce, mintedAtMs, earlier = []] = JSON.parse(text) as [string, string, number, string[]?];
  return owner === company ? { nonce, isExpired: mintedAtMs + LIFETIME_MS < nowMs(), earlier } : undefined;
};
