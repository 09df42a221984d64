import { getObjectUpTo } from '../../../adapters/objects/store.ts';
import { invalid, unavailable } from '../../../platform/errors.ts';
import { PictureRefused } from '../../../adapters/images/refusal.ts';
import { wrongSize } from './check-bytes.ts';
import type { PictureDeclaration } from './schema.ts';

/** The bytes in a slot. Throws 422 if there are none or their number differs, and 503 if the store does not respond. */
export const uploadedBytes = async (object: string, declared: PictureDeclaration): Promise<Uint8Array> => {
  const upload = await inStore(() => getObjectUpTo('pictures', object, declared.byteSize, { once: true }));
  if (!upload) throw wrongSize(declared, undefined);
  if ('tooLarge' in upload) throw wrongSize(declared, upload.tooLarge);
  if (upload.bytes.byteLength !== declared.byteSize) throw wrongSize(declared, upload.bytes.byteLength);
  return upload.bytes;
};

/**
 * Runs a call to the picture store. Throws 422 for a picture that cannot be decoded, and 503 with `Retry-After` for any
 * failure of the store. Clients may retry with the same key.
 */
export const inStore = async <T>(call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    if (error instanceof PictureRefused) throw invalid(error.check, error.reason);
    const message = 'The picture could not be stored just now. Send the same request with the same key again.';
    throw unavailable('image_store_unavailable', message, 2, error);
  }
};
