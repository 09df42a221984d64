import { uploadIntentBody } from '../../domain/catalog/greeting-images/schema.ts';
import type { Route } from '../../pipeline/route.ts';

export const openUploadSlotRoute = {
  name: 'open-greeting-image-upload',
  auditedByDomain: true,
  method: 'POST',
  path: '/v2/greeting-images/upload-intents',
  entry: 'functions/api/greeting-images/open-upload-slot.ts',
  access: 'api-key',
  scope: 'orders:create',
  writes: true,
  idempotency: 'key',
  body: uploadIntentBody,
  replies: { 201: 'GreetingImageUpload' },
  createdAt: '/v2/greeting-images/upload-intents/{id}/finalize',
  errors: ['invalid_sha256', 'invalid_byte_size', 'invalid_mime'],
  summary: 'Open an upload slot for a greeting picture',
  description:
    'Send the bytes to `upload.url` with `upload.method` and exactly the headers given; the URL accepts no other ' +
    'type, size or checksum. Upload and finalize within 15 minutes, after which the slot is closed.',
  tag: 'Greeting pictures',
  uses: ['table:write', 'objects:write'],
} as const satisfies Route;

export const finalizeImageRoute = {
  name: 'finalize-greeting-image',
  auditedByDomain: true,
  method: 'POST',
  path: '/v2/greeting-images/upload-intents/{id}/finalize',
  entry: 'functions/api/greeting-images/finalize.ts',
  access: 'api-key',
  scope: 'orders:create',
  writes: true,
  idempotency: 'key',
  replies: { 201: 'GreetingImage' },
  errors: ['not_found', 'validation_failed', 'image_store_unavailable'],
  summary: 'Finalize an uploaded greeting picture',
  description:
    'Checks size (`byte_size`), checksum (`sha256`), leading bytes (`mime`) and pixels (`dimensions`: at most ' +
    '12,000 on a side and 40 million in total), then decodes the picture (`content`) and stores it without ' +
    'metadata in the size that printing needs. A 422 has the failed check as its field and leaves the slot open. A ' +
    'closed slot returns 404. The picture can be used by one order, within seven days.',
  tag: 'Greeting pictures',
  uses: ['table:write', 'objects:read', 'objects:write', 'function:print-picture'],
  memoryMb: 1024,
  timeoutSeconds: 29,
} as const satisfies Route;

export const greetingImageRoutes = [openUploadSlotRoute, finalizeImageRoute];
