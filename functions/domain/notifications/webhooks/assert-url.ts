import { connections } from '../../../platform/messages/connections.ts';
import { AddressRefused, AddressUnknown, addressesFor, resolveName } from '../../../adapters/outside/resolve.ts';
import { config } from '../../../platform/config.ts';
import { invalid } from '../../../platform/errors.ts';
import { isApprovedUrl, isPermittedScheme } from '../../company/companies/approved-urls.ts';

/** Short, because the client waits for the response. If a name does not resolve in time, each connection checks it. */
const RESOLVE_TIMEOUT_MS = 500;

/**
 * Whether a string is a complete URL: with `//` and a host, and without characters that a URL parser removes or
 * replaces.
 */
const isSpelledOut = (text: string): boolean =>
  /^[a-z][a-z0-9+.-]*:\/\/[^/?#]/i.test(text) && !/[\s\p{C}\\]/u.test(text) && URL.canParse(text);

/**
 * Rejects a URL to which events may not be sent (lib/reference/webhooks.md#addresses). The URL must be approved for the
 * company, and use https on the public internet. A local stack that is not production also accepts loopback addresses.
 * A name that does not resolve yet is accepted, because every connection checks again. Throws 422 on `url`.
 */
export const assertWebhookUrl = async (text: string, approvedUrls: readonly string[]): Promise<void> => {
  if (!isSpelledOut(text)) throw invalid('url', connections('url_not_https'));
  const url = new URL(text);
  const allowsLoopback = config.allowsLoopbackWebhooks();
  if (!isPermittedScheme(text, allowsLoopback)) throw invalid('url', connections('url_not_public'));
  if (url.username !== '' || url.password !== '') throw invalid('url', connections('url_with_credentials'));
  if (url.port === '0') throw invalid('url', connections('url_port_zero'));
  if (text.includes('#')) throw invalid('url', connections('url_with_fragment'));
  if (!isApprovedUrl(approvedUrls, text)) {
    throw invalid('url', connections('url_not_approved'));
  }
  try {
    await addressesFor(url.hostname, { allowsLoopback, resolve: resolveName(RESOLVE_TIMEOUT_MS) });
  } catch (error) {
    if (error instanceof AddressRefused) throw invalid('url', connections('url_not_on_internet'));
    if (!(error instanceof AddressUnknown)) throw error;
  }
};
