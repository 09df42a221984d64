import { foldEmail } from '../../../platform/email-address.ts';
import { config } from '../../../platform/config.ts';
import { keyedHash } from '../../../platform/secrets.ts';
import { verifySignedText, signText } from '../../../platform/signed-text.ts';

const PURPOSE = 'unsubscribe-link';
const NAME_BYTES = 18;

/** A person who unsubscribes, and the company whose reminders end. Neither links nor rows contain the email address. */
export interface Unsubscriber {
  company: string;
  /** Keyed hash of the email address. */
  name: string;
  /** Language of the page. */
  language: string;
}

export const nameOfAddress = (email: string): string =>
  keyedHash('unsubscribe', foldEmail(email)).subarray(0, NAME_BYTES).toString('base64url');

/** The link that unsubscribes an email address from a company's reminders. */
export const unsubscribeLink = (company: string, email: string, language: string): string =>
  `${config.baseUrl()}/mail/unsubscribe/${signText(PURPOSE, [company, nameOfAddress(email), language].join('\n'))}`;

/** The content of a link; undefined for a forged link. */
export const verifyUnsubscribeLink = (token: string): Unsubscriber | undefined => {
  const [company, name, language] = verifySignedText(PURPOSE, token)?.split('\n') ?? [];
  return company === undefined || name === undefined || language === undefined
    ? undefined
    : { company, name, language };
};
