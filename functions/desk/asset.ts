import { brotliCompressSync, constants } from 'node:zlib';
import { notFound } from '../platform/errors.ts';
import { lazy } from '../platform/lazy.ts';
import { publicEndpoint, type PublicRequest } from '../pipeline/public-endpoint.ts';
import type { Reply } from '../pipeline/request.ts';
import { textReply } from '../pages/kit/reply.ts';
import { READER_MODULE_PATH, READER_SCRIPT_PATH } from './asset-list.ts';
import { script, scriptPath, stylePath, styles } from './assets.ts';
import { readerModule, readerScript } from './camera-assets.ts';
import { deskAsset } from './sign-in/routes.ts';

const CACHE_HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-Content-Type-Options': 'nosniff',
};

/** This level compresses a megabyte to less than half; the maximum level of Brotli would take seconds. */
const packedModule = lazy(() =>
  brotliCompressSync(readerModule(), { params: { [constants.BROTLI_PARAM_QUALITY]: MODULE_QUALITY } }),
);
const MODULE_QUALITY = 9;

const readerReply = ({ headers }: PublicRequest): Reply => {
  const isPacked = /\bbr\b/.test(headers['accept-encoding'] ?? '');
  return {
    status: 200,
    headers: {
      ...CACHE_HEADERS,
      'Content-Type': 'application/wasm',
      Vary: 'Accept-Encoding',
      ...(isPacked ? { 'Content-Encoding': 'br' } : {}),
    },
    body: isPacked ? packedModule() : readerModule(),
  };
};

/** The URL contains a hash of the content or the version of the barcode reader, so it can be cached forever. */
export const handler = publicEndpoint(deskAsset, async (request) => {
  const path = `/desk/-/${request.params['asset'] ?? ''}`;
  if (path === READER_MODULE_PATH) return readerReply(request);
  const files = [
    { path: stylePath(), text: styles, type: 'text/css; charset=utf-8' },
    { path: scriptPath(), text: script, type: 'text/javascript; charset=utf-8' },
    { path: READER_SCRIPT_PATH, text: () => readerScript().toString(), type: 'text/javascript; charset=utf-8' },
  ];
  const file = files.find((each) => each.path === path);
  if (!file) throw notFound('file');
  return textReply(request, { text: file.text(), headers: { ...CACHE_HEADERS, 'Content-Type': file.type } });
});
