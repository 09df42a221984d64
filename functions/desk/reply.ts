import type { PageLanguage } from '../platform/page-languages.ts';
import type { PublicRequest } from '../pipeline/public-endpoint.ts';
import type { Reply } from '../pipeline/request.ts';
import { htmlLanguage } from '../pages/kit/markup.ts';
import { textReply } from '../pages/kit/reply.ts';

/**
 * No content from other origins, and no framing. `wasm-unsafe-eval` is for the camera reader, a WebAssembly module of
 * the desk itself.
 */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "img-src 'self' data:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PROTECTED: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': POLICY,
  // This is not `no-referrer`, because browsers then would not send the origin of the desk's own forms.
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(self), microphone=(), geolocation=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex',
};

/** A desk page with its security headers. It is never cached, because the next person at the till must not see it. */
export const deskReply = (
  request: PublicRequest,
  page: { status?: number; html: string; language: PageLanguage; headers?: Record<string, string> },
): Reply =>
  textReply(request, {
    status: page.status ?? 200,
    text: page.html,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': htmlLanguage(page.language),
      ...PROTECTED,
      ...page.headers,
    },
  });
