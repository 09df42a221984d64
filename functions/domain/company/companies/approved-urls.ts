/** Loopback hosts in URLs. */
const isLoopbackHost = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);

const parse = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

/** Whether an approved address has a loopback host without a port: it then matches every port of that host. */
const allowsEveryPort = (approved: URL, text: string): boolean =>
  isLoopbackHost(approved.hostname) && !/^https?:\/\/(\[[^\]]*\]|[^/:?#]+):\d+/i.test(text);

/** A backslash or control character: other parsers than a browser's find another host in such a URL. */
const isAmbiguous = (text: string): boolean => /[\\\p{Cc}]/u.test(text);

/** Whether one approved address covers a URL: same origin, and a path that begins with the approved path. */
const covers = (approvedText: string, url: URL): boolean => {
  const approved = parse(approvedText);
  if (!approved || approved.protocol !== url.protocol || approved.hostname !== url.hostname) return false;
  if (approved.port !== url.port && !allowsEveryPort(approved, approvedText)) return false;
  return url.pathname.startsWith(approved.pathname) && !climbs(url.pathname);
};

/** A parent segment after an encoded slash: some servers decode it before resolving the path. */
const climbs = (pathname: string): boolean =>
  pathname
    .replace(/%2e/gi, '.')
    .split(/\/|\\|%2f|%5c/i)
    .includes('..');

/**
 * Whether a company approved the address, for a `return_url` or a webhook URL
 * (lib/reference/companies.md#approved-addresses). Addresses are compared as they would be called, so that no other
 * spelling of a host or path is accepted by mistake; one with credentials is never approved.
 */
export const isApprovedUrl = (approvedUrls: readonly string[], text: string): boolean => {
  const url = isAmbiguous(text) ? undefined : parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return false;
  return approvedUrls.some((approved) => covers(approved, url));
};

/**
 * Whether an address may be called, or a browser redirected to it, at all: https, or plain http on a loopback host
 * where the environment allows that (WEBHOOK_ALLOW_LOOPBACK).
 */
export const isPermittedScheme = (text: string, allowsLoopback: boolean): boolean => {
  const url = parse(text);
  if (url?.protocol === 'https:') return true;
  return url?.protocol === 'http:' && allowsLoopback && isLoopbackHost(url.hostname);
};
