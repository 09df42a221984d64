import * as z from 'zod/mini';

/** Types of picture, also published at `personalization.greeting.image` (service.md, Limits). */
export const PICTURE_MIMES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type PictureMime = (typeof PICTURE_MIMES)[number];

/** 10 MB, in bytes. */
export const PICTURE_MAX_BYTES = 10 * 1024 * 1024;

/** `gimg_` + 32 hex. */
export const PICTURE_ID = /^gimg_[0-9a-f]{32}$/;

/**
 * What a partner declares before an upload. Any value passes here, because each member has an error code of its own,
 * which `declarationOf` gives; the metadata is for readers of the API's description.
 */
export const uploadIntentBody = z.strictObject({
  sha256: z
    .unknown()
    .check(
      z.meta({ type: 'string', pattern: '^[0-9A-Fa-f]{64}$', description: 'Checksum of the bytes, hexadecimal.' }),
    ),
  byte_size: z
    .unknown()
    .check(z.meta({ type: 'integer', minimum: 1, maximum: PICTURE_MAX_BYTES, description: 'Exact number of bytes.' })),
  mime: z.unknown().check(z.meta({ type: 'string', enum: [...PICTURE_MIMES] })),
});

/** A declaration that holds. */
export interface PictureDeclaration {
  /** Lower-case hex. */
  sha256: string;
  byteSize: number;
  mime: PictureMime;
}
