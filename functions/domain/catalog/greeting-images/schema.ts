import * as z from 'zod/mini';

/** Types of picture, also published at `personalization.greeting.image` (lib/reference/limits.md#pictures). */
export const PICTURE_MIMES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type PictureMime = (typeof PICTURE_MIMES)[number];

/** 10 MB, in bytes. */
export const PICTURE_MAX_BYTES = 10 * 1024 * 1024;

/** `gimg_` + 32 hex. */
export const PICTURE_ID = /^gimg_[0-9a-f]{32}$/;

/** Any value is accepted here, because each member has its own error code (`pictureDeclarationOf`). */
const declaredMember = (description: object) => z.optional(z.unknown()).check(z.meta({ ...description }));

/** Declaration of an upload. The metadata is for the API's description. */
export const uploadIntentBody = z
  .strictObject({
    sha256: declaredMember({
      type: 'string',
      pattern: '^[0-9A-Fa-f]{64}$',
      description: 'SHA-256 checksum of the bytes, in hexadecimal.',
    }),
    byte_size: declaredMember({
      type: 'integer',
      minimum: 1,
      maximum: PICTURE_MAX_BYTES,
      description: 'Exact size, in bytes.',
    }),
    mime: declaredMember({ type: 'string', enum: [...PICTURE_MIMES] }),
  })
  .check(z.meta({ required: ['sha256', 'byte_size', 'mime'] }));

/** A valid declaration. */
export interface PictureDeclaration {
  /** Lowercase hex. */
  sha256: string;
  byteSize: number;
  mime: PictureMime;
}
