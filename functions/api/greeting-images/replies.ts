import * as z from 'zod/mini';
import { PICTURE_ID, PICTURE_MIMES } from '../../domain/catalog/greeting-images/schema.ts';

const timestamp = z.iso.datetime({ offset: true });

export const greetingImageReplies = {
  GreetingImageUpload: z.strictObject({
    id: z.string().check(z.regex(PICTURE_ID)),
    object: z.literal('greeting_image_upload'),
    upload: z.strictObject({
      url: z.string(),
      method: z.literal('PUT'),
      headers: z.record(z.string(), z.string()),
    }),
    expires_at: timestamp,
  }),
  GreetingImage: z.strictObject({
    id: z.string().check(z.regex(PICTURE_ID)),
    object: z.literal('greeting_image'),
    mime: z.enum(PICTURE_MIMES),
    byte_size: z.int(),
    width: z.nullable(z.int()),
    height: z.nullable(z.int()),
    expires_at: timestamp,
  }),
};
