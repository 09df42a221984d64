import { createHash, randomBytes } from 'node:crypto';
import { nowMs } from '../../../platform/clock.ts';
import { verifySignedText, signText } from '../../../platform/signed-text.ts';
import { DAY_MS } from '../../../platform/durations.ts';

/**
 * Identifies a shown form. A form contains its nonce, so it places one order at most, even if it is sent several times.
 */
export interface FormToken {
  nonce: string;
  isExpired: boolean;
  /** Earlier nonces of the form, newest first. Orders that were placed with them are shown to the buyer. */
  earlier: readonly string[];
}

/** Lifetime of a form. After a day the selection may be sold out or have another price; the input is kept anyway. */
const LIFETIME_MS = DAY_MS;
const PURPOSE = 'order-page-form';

/** Maximum number of earlier nonces. */
const EARLIER_MAX = 3;

/**
 * The nonce that follows another one. It is the same for every copy of a form, so that all copies find the order placed
 * with it.
 */
const nonceAfter = (nonce: string): string =>
  createHash('sha256').update(`after ${nonce}`).digest('base64url').slice(0, 22);

/** A signed token with a nonce: a random nonce, or the nonce that follows that of an earlier form. */
export const newFormToken = (company: string, before?: FormToken): string => {
  const earlier = before ? [before.nonce, ...before.earlier].slice(0, EARLIER_MAX) : [];
  const nonce = before ? nonceAfter(before.nonce) : randomBytes(16).toString('base64url');
  return signText(PURPOSE, JSON.stringify([company, nonce, nowMs(), earlier]));
};

/** Verifies a token. Undefined if it does not belong to a form of this company. */
export const verifyFormToken = (company: string, token: string): FormToken | undefined => {
  const text = verifySignedText(PURPOSE, token);
  if (text === undefined) return undefined;
  const [owner, nonce, mintedAtMs, earlier = []] = JSON.parse(text) as [string, string, number, string[]?];
  return owner === company ? { nonce, isExpired: mintedAtMs + LIFETIME_MS < nowMs(), earlier } : undefined;
};
