import {
  AddressRefused,
  AddressUnknown,
  addressesFor,
  resolveName,
  type Resolve,
} from '../../../adapters/outside/resolve.ts';
import { config } from '../../../platform/config.ts';
import { invalid } from '../../../platform/errors.ts';
import { isApprovedUrl, isPermittedScheme } from '../../company/companies/approved-urls.ts';

/** A partner waits for the response; a name that does not resolve in time is checked on connection. */
const RESOLVE_TIMEOUT_MS = 500;

/** Whether a text is a canonical URL, without normalization by a browser. */
const isSpelledOut = (text: string): boolean =>
  /^[a-z][a-z0-9+.-]*:\/\/[^/?#]/i.test(text) && !/[\s\p{C}\\]/u.test(text) && URL.canParse(text);

/**
 * Rejects an address that events may not be sent to: it must be approved by the company, https on the public internet,
 * or this machine on a local stack that is not production (lib/reference/webhooks.md#addresses). A name that does not
 * resolve yet is accepted: every connection checks again. Throws 422 on `url`.
 */
export const checkWebhookUrl = async (
  text: string,
  approvedUrls: readonly string[],
  resolve: Resolve = resolveName(RESOLVE_TIMEOUT_MS),
): Promise<void> => {
  if (!isSpelledOut(text)) throw invalid('url', 'This must be an absolute https address.');
  const url = new URL(text);
  const allowsLoopback = config.allowsLoopbackWebhooks();
  if (!isPermittedScheme(text, allowsLoopback)) throw invalid('url', 'This must be a public https address.');
  if (url.username !== '' || url.password !== '') throw invalid('url', 'The address must not hold credentials.');
  if (url.port === '0') throw invalid('url', 'Nobody listens on port 0.');
  if (text.includes('#')) throw invalid('url', 'The address must not have a fragment.');
  if (!isApprovedUrl(approvedUrls, text)) {
    throw invalid('url', 'This address does not begin with an approved URL of the company.');
  }
  try {
    await addressesFor(url.hostname, { allowsLoopback, resolve });
  } catch (error) {
    if (error instanceof AddressRefused) throw invalid('url', 'This address is not on the public internet.');
    if (!(error instanceof AddressUnknown)) throw error;
  }
};
