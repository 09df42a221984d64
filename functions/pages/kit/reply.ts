import { isTestGatewayInUse } from '../../adapters/payments/gateway-names.ts';
import { isPermittedScheme } from '../../domain/company/companies/approved-urls.ts';
import type { CompanyRow } from '../../domain/company/companies/rows.ts';
import { config } from '../../platform/config.ts';
import { isKnown, strongTag } from '../../platform/preconditions.ts';
import { compress, COMPRESSED_FROM_BYTES, encodingFor } from '../../pipeline/encoding.ts';
import type { PublicRequest } from '../../pipeline/public-endpoint.ts';
import type { Reply } from '../../pipeline/request.ts';

/**
 * How a page is cached. `shared`: it is not personal, so a CDN may cache it for 30 seconds, and serve it for another 60
 * while it fetches the page again; browsers revalidate it. `history`: only for going back in the browser. `never`: not
 * at all.
 */
export type CacheRule = 'shared' | 'history' | 'never';

const CACHE_CONTROL: Readonly<Record<CacheRule, string>> = {
  shared: 'public, max-age=0, s-maxage=30, stale-while-revalidate=60',
  history: 'private, no-cache',
  never: 'no-store',
};

/**
 * A text response, compressed if it is long and the client accepts that. If it may be cached, it has an entity tag, and
 * is a 304 if it has not changed.
 */
export const textReply = (
  request: Pick<PublicRequest, 'headers'>,
  { status = 200, text, headers }: { status?: number; text: string; headers: Record<string, string> },
): Reply => {
  const long = Buffer.byteLength(text) >= COMPRESSED_FROM_BYTES;
  const encoding = long ? encodingFor(request.headers['accept-encoding']) : undefined;
  const tag = strongTag(text, encoding ?? '');
  const vary = ['Accept-Encoding', headers['Vary']].filter(Boolean).join(', ');
  const isKept = headers['Cache-Control'] !== CACHE_CONTROL.never;
  const all = { ...headers, Vary: vary, ...(isKept ? { ETag: tag } : {}) };
  if (isKept && status === 200 && isKnown(request.headers['if-none-match'], tag)) return { status: 304, headers: all };
  return {
    status,
    headers: { ...all, ...(encoding ? { 'Content-Encoding': encoding } : {}) },
    body: encoding ? compress(text, encoding) : text,
  };
};

/** The sites that may frame a company's page: its approved URLs. */
const framers = (company: CompanyRow | undefined): string[] => {
  const origins = (company?.approved_urls ?? [])
    .filter((url) => isPermittedScheme(url, config.allowsLoopbackWebhooks()))
    .map((url) => {
      const { protocol, hostname, host, port } = new URL(url);
      // An approved loopback address without a port matches every port.
      return protocol === 'http:' && port === '' ? `http://${hostname}:*` : `${protocol}//${host}`;
    });
  return [...new Set(origins)];
};

const policy = (frameAncestors: readonly string[]): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "font-src 'self'",
    "img-src 'self' https: data: blob:",
    `connect-src 'self' ${config.baseUrl().startsWith('https:') ? 'https://*.amazonaws.com' : ''}`.trim(),
    // Browsers also apply this to redirects after a form, and the payment page may be on the gateway's host.
    `form-action 'self'${!isTestGatewayInUse() ? ' https:' : ''}`,
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors.length > 0 ? frameAncestors.join(' ') : "'none'"}`,
  ].join('; ');

interface PageContent {
  status?: number;
  html: string;
  caching: CacheRule;
  language: string;
  /** Company whose approved sites may frame the page. If absent, no site may. */
  framedBy?: CompanyRow | undefined;
  /** The page depends on the browser's language, so `Vary` names it. */
  negotiated?: boolean;
  /** Search engines may index the page. */
  indexed?: boolean;
  headers?: Record<string, string>;
}

/** Returns a page with its security headers. */
export const pageReply = (request: Pick<PublicRequest, 'headers'>, response: PageContent): Reply => {
  const frameAncestors = framers(response.framedBy);
  return textReply(request, {
    ...(response.status === undefined ? {} : { status: response.status }),
    text: response.html,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': response.language,
      'Cache-Control': CACHE_CONTROL[response.caching],
      'Content-Security-Policy': policy(frameAncestors),
      'Referrer-Policy': response.caching === 'shared' ? 'strict-origin-when-cross-origin' : 'no-referrer',
      'Strict-Transport-Security': 'max-age=31536000',
      'X-Content-Type-Options': 'nosniff',
      ...(frameAncestors.length === 0 ? { 'X-Frame-Options': 'DENY' } : {}),
      ...(response.indexed ? {} : { 'X-Robots-Tag': 'noindex' }),
      ...(response.negotiated ? { Vary: 'Accept-Language' } : {}),
      ...response.headers,
    },
  });
};

/** A 303, which the browser follows with a GET. */
export const seeOther = (location: string): Reply => ({
  status: 303,
  headers: { Location: location, 'Referrer-Policy': 'no-referrer' },
});
