import * as z from 'zod/mini';

/** Types of picture, also published at `personalization.greeting.image` (service.md, Limits). */
export const PICTURE_MIMES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type PictureMime = (typeof PICTURE_MIMES)[number];

/** 10 MB, in bytes. */
export const PICTURE_MAX_BYTES = 10 * 1024 * 1024;

/** `gimg_` + 32 hex. */
export const PICTURE_ID = /^gimg_[0-9a-f]{32}$/;

/** Types only: the values have error codes of their own, which the operation gives. */
export const uploadIntentBody = z.strictObject({
  sha256: z.unknown(),
  byte_size: z.unknown(),
  mime: z.unknown(),
});
