import { config } from '../../platform/config.ts';
import { publicEndpoint } from '../../pipeline/public-endpoint.ts';
import { guidePage } from './guide/page.ts';
import { guide } from './routes.ts';

let written: { url: string; page: string } | undefined;

export const handler = publicEndpoint(guide, () => {
  const url = config.baseUrl();
  if (written?.url !== url) written = { url, page: guidePage(url) };
  return Promise.resolve({
    status: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'public, max-age=300',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
      'X-Content-Type-Options': 'nosniff',
    },
    body: written.page,
  });
});
