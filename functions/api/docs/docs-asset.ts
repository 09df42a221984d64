import { gzipSync } from 'node:zlib';
import { notFound } from '../../platform/errors.ts';
import { publicEndpoint } from '../../pipeline/public-endpoint.ts';
import { readReferenceScript } from './asset.ts';
import { docsAsset } from './routes.ts';

/** Script that starts the reference with the settings embedded in the page. */
const START = `const place = document.getElementById('reference');
const settings = JSON.parse(place.dataset.settings);
// Each attempt gets a new key, because the key in the example would only repeat the first response.
settings.onBeforeRequest = ({ request, requestBuilder }) => {
  const headers = requestBuilder?.headers ?? request?.headers;
  if (headers?.has?.('Idempotency-Key')) headers.set('Idempotency-Key', crypto.randomUUID());
};
Scalar.createApiReference(place, settings);
// Buttons with an icon only get an accessible name.
const isNameless = (button) =>
  !button.innerText.trim() && !button.title && !button.hasAttribute('aria-label') && !button.hasAttribute('aria-labelledby');
const name = () => {
  for (const button of document.querySelectorAll('button')) {
    if (isNameless(button)) button.setAttribute('aria-label', button.className.includes('copy') ? 'Copy' : 'Show more');
  }
};
new MutationObserver(name).observe(document.body, { childList: true, subtree: true });
`;

/** The reference is 4 MB uncompressed, which is close to the response size limit, so it is always sent compressed. */
let compressed: Buffer | undefined;

const HEADERS = {
  'Content-Type': 'text/javascript; charset=utf-8',
  'Cache-Control': 'public, max-age=86400',
  'X-Content-Type-Options': 'nosniff',
};

export const handler = publicEndpoint(docsAsset, ({ params }) => {
  const name = params['asset'];
  if (name === 'start.js') return Promise.resolve({ status: 200, headers: HEADERS, body: START });
  if (name !== 'scalar.js') throw notFound('file');
  compressed ??= gzipSync(readReferenceScript());
  return Promise.resolve({
    status: 200,
    headers: { ...HEADERS, 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' },
    body: compressed,
  });
});
