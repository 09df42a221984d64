import { pictures } from '../../../platform/messages/pictures.ts';
import { createHash } from 'node:crypto';
import { measurePicture, type PictureSize } from '../../../adapters/images/measure.ts';
import { pictureTypeOf } from '../../../adapters/images/picture-type.ts';
import { invalid } from '../../../platform/errors.ts';
import { MAX_PIXELS, MAX_SIDE_PIXELS } from '../../company/pictures/schema.ts';
import type { PictureDeclaration } from './schema.ts';

const KEEPS_OPEN = 'The slot stays open: upload the declared bytes and finalize again.';

/** 422: nothing was uploaded, or the size differs. */
export const wrongSize = (declared: PictureDeclaration, size: number | undefined): Error =>
  size === undefined
    ? invalid('upload', 'No bytes have been uploaded to this slot yet. Send them to its URL, then finalize again.')
    : invalid('byte_size', `${size} bytes were uploaded, ${declared.byteSize} were declared. ${KEEPS_OPEN}`);

/**
 * Checks uploaded bytes against the declaration and measures the picture. Returns undefined if the leading bytes are
 * right but the header cannot be read; decoding then decides whether the picture is valid. Throws 422 on the field of
 * the failed check: `sha256`, `mime`, `dimensions`.
 */
export const checkBytes = (bytes: Uint8Array, declared: PictureDeclaration): PictureSize | undefined => {
  if (createHash('sha256').update(bytes).digest('hex') !== declared.sha256) {
    throw invalid('sha256', `The checksum of the uploaded bytes is not the declared one. ${KEEPS_OPEN}`);
  }
  if (pictureTypeOf(bytes) !== declared.mime) {
    throw invalid('mime', pictures('uploaded_type_differs', { mime: declared.mime }));
  }
  const size = measurePicture(bytes);
  if (!size) return undefined;
  const { width, height } = size;
  if (Math.max(width, height) > MAX_SIDE_PIXELS || width * height > MAX_PIXELS) {
    throw invalid(
      'dimensions',
      pictures('picture_dimensions', { width, height, side: MAX_SIDE_PIXELS, pixels: MAX_PIXELS }),
    );
  }
  return size;
};
