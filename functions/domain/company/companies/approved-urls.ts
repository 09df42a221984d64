/** Loopback hosts in URLs. */
const isLoopbackHost = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);

const parse = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

/** Whether an approved URL has a loopback host without a port: it then matches every port of that host. */
const allowsEveryPort = (approved: URL, text: string): boolean =>
  isLoopbackHost(approved.hostname) && !/^https?:\/\/(\[[^\]]*\]|[^/:?#]+):\d+/i.test(text);

/**
 * Whether a URL contains a backslash or control character. Other parsers may find a different host in it than a
 * browser.
 */
const isAmbiguous = (text: string): boolean => /[\\\p{Cc}]/u.test(text);

/** Whether an approved URL covers another URL: same origin, and a path that begins with the approved path. */
const covers = (approvedText: string, url: URL): boolean => {
  const approved = parse(approvedText);
  if (!approved || approved.protocol !== url.protocol || approved.hostname !== url.hostname) return false;
  if (approved.port !== url.port && !allowsEveryPort(approved, approvedText)) return false;
  return url.pathname.startsWith(approved.pathname) && !climbs(url.pathname);
};

/**
 * Whether a path has a parent segment, even after an encoded slash or with parameters after a semicolon, which some
 * servers decode or remove before resolving the path.
 */
const climbs = (pathname: string): boolean =>
  pathname
    .replace(/%2e/gi, '.')
    .split(/\/|\\|%2f|%5c/i)
    .some((segment) => /^\.\.(?:;|%3b|$)/i.test(segment));

/**
 * Whether a company approved the URL, for a `return_url` or a webhook URL
 * (lib/reference/companies.md#approved-addresses). Compares the URL that would actually be called, so that no other
 * spelling of a host or path is accepted by mistake. A URL with credentials is never approved.
 */
export const isApprovedUrl = (approvedUrls: readonly string[], text: string): boolean => {
  const url = isAmbiguous(text) ? undefined : parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return false;
  return approvedUrls.some((approved) => covers(approved, url));
};

/**
 * Whether the scheme of a URL permits a call or a redirect: https, or http on a loopback host if the environment allows
 * it (WEBHOOK_ALLOW_LOOPBACK).
 */
export const isPermittedScheme = (text: string, allowsLoopback: boolean): boolean => {
  const url = parse(text);
  if (url?.protocol === 'https:') return true;
  return url?.protocol === 'http:' && allowsLoopback && isLoopbackHost(url.hostname);
};
