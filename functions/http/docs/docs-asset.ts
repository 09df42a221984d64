import { gzipSync } from 'node:zlib';
import { notFound } from '../../platform/errors.ts';
import { publicEndpoint } from '../public-endpoint.ts';
import { readReferenceScript } from './asset.ts';
import { docsAsset } from './routes.ts';

/** Starts the reference with the settings that the page carries. */
const START = `const place = document.getElementById('reference');
Scalar.createApiReference(place, JSON.parse(place.dataset.settings));
`;

/** The reference is 4 MB as it is, more than a function may answer comfortably; so it is always sent compressed. */
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
