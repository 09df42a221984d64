import { getObject, putObject } from '../../../adapters/objects/store.ts';
import { packPrepared, preparePng, unpackPrepared } from '../../../adapters/pdf/prepared-picture.ts';
import { log } from '../../../platform/log.ts';
import { warmMap } from '../../../platform/warm-state.ts';
import type { DocumentPicture } from './schema.ts';

/** Keys are derived from content, so entries never become outdated. */
const kept = warmMap<string, DocumentPicture>();
const KEPT_MAX_BYTES = 24 * 1024 * 1024;

const sizeOf = (picture: DocumentPicture): number =>
  picture.mime === 'prepared'
    ? picture.prepared.colors.bytes.byteLength + (picture.prepared.alpha?.bytes.byteLength ?? 0)
    : picture.bytes.byteLength;

const keep = (key: string, picture: DocumentPicture): void => {
  let bytes = sizeOf(picture);
  if (bytes > KEPT_MAX_BYTES) return;
  for (const each of kept.values()) bytes += sizeOf(each);
  for (const [oldest, each] of kept) {
    if (bytes <= KEPT_MAX_BYTES) break;
    kept.delete(oldest);
    bytes -= sizeOf(each);
  }
  kept.set(key, picture);
};

/**
 * A picture that many documents use, ready to be embedded. Undefined if the bucket `pictures` has no such picture, or
 * if it is neither JPEG nor PNG. A PNG is prepared on first use, and the result is stored. The key must change with the
 * content. Throws when the store does not respond.
 */
export const drawablePicture = async (key: string): Promise<DocumentPicture | undefined> => {
  const known = kept.get(key);
  if (known) return known;
  const stored = await getObject('pictures', key);
  const picture = stored && (await drawable(key, stored));
  if (picture) keep(key, picture);
  return picture;
};

const drawable = async (
  key: string,
  { contentType, bytes }: { contentType: string | undefined; bytes: Uint8Array },
): Promise<DocumentPicture | undefined> => {
  if (contentType === 'image/jpeg') return { mime: 'image/jpeg', bytes: new Uint8Array(bytes) };
  return contentType === 'image/png' ? { mime: 'prepared', prepared: await preparedPng(key, bytes) } : undefined;
};

const PREPARED = 'application/octet-stream';

const preparedPng = async (key: string, png: Uint8Array) => {
  const preparedKey = `prepared/${key}`;
  const stored = await getObject('pictures', preparedKey);
  if (stored) return unpackPrepared(stored.bytes);
  const picture = preparePng(png);
  try {
    await putObject('pictures', preparedKey, { bytes: packPrepared(picture), contentType: PREPARED }, { once: true });
  } catch (error) {
    log.warn('A prepared picture could not be stored and will be prepared again', { cause: error });
  }
  return picture;
};
