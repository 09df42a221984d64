import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Answers smaller than this gain nothing from being compressed. */
export const COMPRESSED_FROM_BYTES = 1000;
const BROTLI_QUALITY = 5;

export type Encoding = 'br' | 'gzip';

/** `gzip;q=0` is how a client says that it does not want it. */
const REFUSED = /^q=0(\.0*)?$/;

/** What a client takes, Brotli first; undefined when it takes neither, or says nothing. */
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
