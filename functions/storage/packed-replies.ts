import { gunzipSync, gzipSync } from 'node:zlib';

/**
 * Longer bodies are compressed, because a row can be at most 400 KB, and a reply with a thousand issued items is
 * longer.
 */
const PLAIN_MAX_CHARACTERS = 50_000;

interface PackedBody {
  /** The compressed JSON as base64. */
  gzip: string;
}

/** Returns the form in which a record stores a body. */
export const packedBody = (body: unknown): unknown => {
  const text = JSON.stringify(body);
  if (text === undefined || text.length <= PLAIN_MAX_CHARACTERS) return body;
  const packed: PackedBody = { gzip: gzipSync(text).toString('base64') };
  return packed;
};

/** Returns the original body from its stored form. */
export const unpackedBody = (body: unknown): unknown => {
  const { gzip } = (body ?? {}) as Partial<PackedBody>;
  return typeof gzip === 'string' ? JSON.parse(gunzipSync(Buffer.from(gzip, 'base64')).toString()) : body;
};
