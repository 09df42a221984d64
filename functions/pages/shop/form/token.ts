import { createHash, randomBytes } from 'node:crypto';
import { nowMs } from '../../../platform/clock.ts';
import { verifySignedText, signText } from '../../../platform/signed-text.ts';

/**
 * A form places one order at most, even if it is sent several times: it contains its own name, assigned when it was
 * shown.
 */
export interface FormToken {
  nonce: string;
  isExpired: boolean;
  /** Earlier names of the form, newest first: orders placed under them are shown to its sender. */
  earlier: readonly string[];
}

/** Yesterday's selection may be sold out or have another price; the input is kept anyway. */
const LIFETIME_MS = 24 * 3600 * 1000;
const PURPOSE = 'order-page-form';

/** Maximum number of earlier names. */
const EARLIER_MAX = 3;

/** The next name after a name: the same from every copy of a form, so that all find the order placed under it. */
const nonceAfter = (nonce: string): string =>
  createHash('sha256').update(`after ${nonce}`).digest('base64url').slice(0, 22);

/** A name for a form: new, or the successor of an earlier one. */
export const newFormToken = (company: string, before?: FormToken): string => {
  const earlier = before ? [before.nonce, ...before.earlier].slice(0, EARLIER_MAX) : [];
  const nonce = before ? nonceAfter(before.nonce) : randomBytes(16).toString('base64url');
  return signText(PURPOSE, JSON.stringify([company, nonce, nowMs(), earlier]));
};

/** Undefined for a token that is not of this company's forms. */
export const verifyFormToken = (company: string, token: string): FormToken | undefined => {
  const text = verifySignedText(PURPOSE, token);
  if (text === undefined) return undefined;
  const [owner, nonce, mintedAtMs, earlier = []] = JSON.parse(text) as [string, string, number, string[]?];
  return owner === company ? { nonce, isExpired: mintedAtMs + LIFETIME_MS < nowMs(), earlier } : undefined;
};
