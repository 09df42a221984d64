import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Compression has no benefit for smaller responses. */
export const COMPRESSED_FROM_BYTES = 1000;
const BROTLI_QUALITY = 5;

type Encoding = 'br' | 'gzip';

const REFUSED = /^q=0(\.0*)?$/;

/** The encoding that a client accepts, Brotli first; undefined when it accepts neither. */
export const encodingFor = (acceptEncoding: string | undefined): Encoding | undefined => {
  const offered = new Set<string>();
  for (const each of (acceptEncoding ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim());
    if (!parameters.some((parameter) => REFUSED.test(parameter))) offered.add(name);
  }
  if (offered.has('br')) return 'br';
  return offered.has('gzip') ? 'gzip' : undefined;
};

export const compress = (bytes: string | Buffer, encoding: Encoding): Buffer => {
  if (encoding === 'gzip') return gzipSync(bytes);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
  return brotliCompressSync(bytes, { params });
};
