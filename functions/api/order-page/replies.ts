import * as z from 'zod/mini';
import { DRAFT_STATUSES, FIELD_TYPES, PUBLISHER_TYPES } from '../../domain/storefront/order-page/schema.ts';
import { listOf, outsideText, timestamp } from '../../pipeline/shapes.ts';

const revisionId = z.string().check(z.regex(/^opr_[0-9a-f]{32}$/));
const tag = z.string().check(z.regex(/^"[\w-]+"$/), z.describe('Value of the `ETag` header.'));
const count = z.int().check(z.gte(0));
const values = z
  .record(z.string(), z.unknown())
  .check(
    z.describe('Values by path, as listed by `GET /v2/order-page/schema`. Fields that are not set have their default.'),
  );

const items = z.strictObject({
  type: z.enum(['choice', 'integer']),
  choices: z.optional(z.array(z.string())),
  minimum: z.optional(z.int()),
  maximum: z.optional(z.int()),
});

const field = z.strictObject({
  path: z.string(),
  type: z.enum(FIELD_TYPES),
  localized: z.boolean().check(z.describe('Whether the value is an object of texts by language.')),
  required: z.boolean().check(z.describe('Whether an empty text or list is refused.')),
  default: z.unknown(),
  max_length: z.optional(z.int()),
  minimum: z.optional(z.int()),
  maximum: z.optional(z.int()),
  choices: z.optional(z.array(z.string())),
  items: z.optional(items),
  group: z.string(),
  label: z.string(),
  description: z.string(),
});

const draft = z.strictObject({
  id: z.string().check(z.regex(/^opd_[0-9a-f]{32}$/)),
  object: z.literal('order_page_draft'),
  base_revision: count,
  values,
  note: z.nullable(outsideText()),
  status: z.enum(DRAFT_STATUSES),
  etag: tag,
  created_at: timestamp,
  updated_at: timestamp,
});

const revisionMembers = {
  id: revisionId,
  object: z.literal('order_page_revision'),
  number: z.int().check(z.gte(1)),
  changed: z.array(z.string()),
  note: z.nullable(outsideText()),
  published_at: timestamp,
  published_by: z.strictObject({ type: z.enum(PUBLISHER_TYPES), label: z.string() }),
  restored_from: z.nullable(revisionId),
};

/** Responses of the order-page routes. */
export const orderPageReplies = {
  OrderPageSchema: z.strictObject({
    object: z.literal('order_page_schema'),
    version: z.string(),
    languages: z.array(z.string()),
    fields: z.array(field),
  }),
  OrderPage: z.strictObject({
    object: z.literal('order_page'),
    url: z.string(),
    revision: count,
    values,
    ignored: z.array(z.string()),
    etag: tag,
    updated_at: z.nullable(timestamp),
  }),
  OrderPageDraft: draft,
  OrderPageDraftList: listOf(draft),
  OrderPagePreview: z.strictObject({ url: z.string(), expires_at: timestamp }),
  OrderPageRevision: z.strictObject({ ...revisionMembers, values }),
  OrderPageRevisionList: listOf(z.strictObject(revisionMembers)),
};
