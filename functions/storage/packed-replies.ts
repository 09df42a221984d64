import { gunzipSync, gzipSync } from 'node:zlib';

/** A row holds 400 KB, and the response of a thousand issued items is longer: long responses are compressed. */
const PLAIN_MAX_CHARACTERS = 50_000;

interface PackedBody {
  /** Base64. */
  gzip: string;
}

/** A response body as its record keeps it. */
export const packedBody = (body: unknown): unknown => {
  const text = JSON.stringify(body);
  if (text === undefined || text.length <= PLAIN_MAX_CHARACTERS) return body;
  const packed: PackedBody = { gzip: gzipSync(text).toString('base64') };
  return packed;
};

/** The original response body. */
export const unpackedBody = (body: unknown): unknown => {
  const { gzip } = (body ?? {}) as Partial<PackedBody>;
  return typeof gzip === 'string' ? JSON.parse(gunzipSync(Buffer.from(gzip, 'base64')).toString()) : body;
};
