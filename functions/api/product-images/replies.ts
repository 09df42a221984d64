import * as z from 'zod/mini';

export const productImageReplies = {
  ProductImageUpload: z.strictObject({
    id: z.string().check(z.regex(/^pimg_[0-9a-f]{32}$/)),
    object: z.literal('product_image_upload'),
    upload: z.strictObject({
      url: z.string(),
      method: z.literal('PUT'),
      headers: z.record(z.string(), z.string()),
    }),
    expires_at: z.iso.datetime({ offset: true }),
  }),
  ProductImage: z.strictObject({ url: z.string() }),
};
