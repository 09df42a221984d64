import { publicEndpoint } from '../../pipeline/public-endpoint.ts';
import { docs } from './routes.ts';

const SETTINGS = {
  sources: [
    { title: 'API v2', slug: 'v2', url: '/openapi.json', default: true },
    { title: 'Legacy v1', slug: 'v1', url: '/openapi-v1.json' },
  ],
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  // Colors with sufficient contrast (WCAG AA).
  customCss: `
    .light-mode { --scalar-color-2: #595959; --scalar-color-3: #666; --scalar-color-blue: #005a9c; --scalar-color-green: #006b3f; --scalar-color-red: #b80000; --scalar-color-orange: #8a4b00; --scalar-color-yellow: #6b5900; --scalar-color-purple: #5b3fb5; }
    .dark-mode { --scalar-color-3: #a3a3a3; --scalar-color-red: #ff7b72; }
    .sidebar-search-placeholder { color: var(--scalar-color-2) !important; }
  `,
};

const quoteAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Gift Commerce API</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <noscript>This page needs scripts. The same is in <a href="/openapi.json">/openapi.json</a>; the <a href="/docs/guide">guide</a> needs none.</noscript>
    <div id="reference" data-settings="${quoteAttribute(JSON.stringify(SETTINGS))}"></div>
    <script src="/docs/scalar.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/** The browser prevents the page from loading from or sending to other origins. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

export const handler = publicEndpoint(docs, () =>
  Promise.resolve({
    status: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'public, max-age=300',
      'Content-Security-Policy': POLICY,
      'X-Content-Type-Options': 'nosniff',
    },
    body: PAGE,
  }),
);
