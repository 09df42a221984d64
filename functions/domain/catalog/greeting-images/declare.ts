import type { ErrorCodeName } from '../../../platform/error-codes.ts';
import { ApiError, type FieldErrors } from '../../../platform/errors.ts';
import { PICTURE_MAX_BYTES, PICTURE_MIMES, type PictureDeclaration, type PictureMime } from './schema.ts';

const isMime = (value: unknown): value is PictureMime => PICTURE_MIMES.some((mime) => mime === value);

const isSize = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= PICTURE_MAX_BYTES;

const isSha256 = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value);

/**
 * The declaration of an upload. Throws 422 with every fault under its field; the error code is that of the first fault:
 * `invalid_sha256`, `invalid_byte_size`, `invalid_mime` (lib/reference/greeting-images.md#declaration).
 */
export const pictureDeclarationOf = (body: {
  sha256?: unknown;
  byte_size?: unknown;
  mime?: unknown;
}): PictureDeclaration => {
  const { sha256, byte_size: byteSize, mime } = body;
  if (isSha256(sha256) && isSize(byteSize) && isMime(mime)) {
    return { sha256: sha256.toLowerCase(), byteSize, mime };
  }
  const faults: { field: string; code: ErrorCodeName; message: string }[] = [];
  if (!isSha256(sha256)) {
    const message = 'Send the SHA-256 checksum of the bytes as 64 hexadecimal characters.';
    faults.push({ field: 'sha256', code: 'invalid_sha256', message });
  }
  if (!isSize(byteSize)) {
    const message = `Send the exact number of bytes as an integer from 1 to ${PICTURE_MAX_BYTES}.`;
    faults.push({ field: 'byte_size', code: 'invalid_byte_size', message });
  }
  if (!isMime(mime)) {
    faults.push({ field: 'mime', code: 'invalid_mime', message: `Send one of ${PICTURE_MIMES.join(', ')}.` });
  }
  const fields: FieldErrors = Object.fromEntries(faults.map(({ field, message }) => [field, [message]]));
  const first = faults[0] as (typeof faults)[number];
  throw new ApiError(422, first.code, `${first.field}: ${first.message}`, { fields });
};
