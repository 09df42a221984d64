import * as z from 'zod/mini';
import { PRODUCT_TYPES } from '../../domain/company/settings/template-fields.ts';
import { TEMPLATE_ID } from '../../domain/company/settings/template-schema.ts';
import { listOf, timestamp } from '../../pipeline/shapes.ts';

const id = z.string().check(z.regex(TEMPLATE_ID));
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const template = z.strictObject({
  id,
  object: z.literal('pdf_template'),
  kind: z.enum(['uploaded', 'default']),
  name: z.string(),
  product_type: z.nullable(z.enum(PRODUCT_TYPES)),
  status: z.enum(['ready', 'active', 'retired']),
  version: z.int(),
  page_count: z.int(),
  page_sizes: z.array(z.strictObject({ width: z.number(), height: z.number() })),
  fields: z.array(
    z.strictObject({
      name: z.string(),
      page: z.int(),
      x: z.number(),
      y: z.number(),
      width: z.number(),
      height: z.number(),
    }),
  ),
  sha256,
  byte_size: z.int(),
  created_at: timestamp,
  activated_at: z.nullable(timestamp),
});

export const templateReplies = {
  PdfTemplate: template,
  PdfTemplateList: listOf(template),
  PdfTemplateFieldList: z.strictObject({
    object: z.literal('list'),
    data: z.array(
      z.strictObject({
        name: z.string(),
        kind: z.enum(['text', 'multiline', 'qr', 'image']),
        description: z.string(),
        sample: z.string(),
        product_types: z.array(z.enum(PRODUCT_TYPES)),
      }),
    ),
  }),
  PdfTemplateUpload: z.strictObject({
    id,
    object: z.literal('pdf_template_upload'),
    upload: z.strictObject({
      url: z.string(),
      method: z.literal('PUT'),
      headers: z.record(z.string(), z.string()),
    }),
    expires_at: timestamp,
  }),
};
