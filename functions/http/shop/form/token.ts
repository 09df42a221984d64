import { randomBytes } from 'node:crypto';
import { nowMs } from '../../../platform/clock.ts';
import { readSigned, signText } from '../../../platform/signed-text.ts';

/** A form is one order at most, however often it is sent: it carries a name of its own from the moment it was shown. */
export interface FormToken {
  nonce: string;
  isExpired: boolean;
}

/** What was chosen yesterday may be sold out or cost something else; what was typed is kept all the same. */
const LIFETIME_MS = 24 * 3600 * 1000;
const PURPOSE = 'order-page-form';

export const mintToken = (company: string): string =>
  signText(PURPOSE, JSON.stringify([company, randomBytes(16).toString('base64url'), nowMs()]));

/** Undefined for what is no token of this company's forms. */
export const readToken = (company: string, token: string): FormToken | undefined => {
  const text = readSigned(PURPOSE, token);
  if (text === undefined) return undefined;
  const [owner, nonce, mintedAtMs] = JSON.parse(text) as [string, string, number];
  return owner === company ? { nonce, isExpired: mintedAtMs + LIFETIME_MS < nowMs() } : undefined;
};
