import { randomBytes } from 'node:crypto';
import { presignPut } from '../../../adapters/objects/presign.ts';
import { nowMs, toTimestamp } from '../../../platform/clock.ts';
import { recordReplyWrite, type IdempotencyRecord, type Reply } from '../../../storage/idempotency.ts';
import { ABSENT } from '../../../storage/table.ts';
import { transact } from '../../../storage/transactions.ts';
import type { PictureDeclaration } from '../greeting-images/schema.ts';
import { productImageKey, productUploadObject, type ProductImageRow } from './rows.ts';
import { SLOT_SECONDS, UNFINISHED_SLOT_SECONDS } from '../../company/settings/upload-slots.ts';

/** Opens a slot for one product picture. Returns 201 with an upload request that accepts exactly the declared bytes. */
export const openProductImageSlot = async (
  company: string,
  declared: PictureDeclaration,
  idempotency: IdempotencyRecord,
): Promise<Reply> => {
  const now = nowMs();
  const id = `pimg_${randomBytes(16).toString('hex')}`;
  const row: ProductImageRow = {
    ...productImageKey(company, id),
    type: 'product-image',
    v: 1,
    id,
    company,
    ...declared,
    closesAtMs: now + SLOT_SECONDS * 1000,
    ttl: Math.floor(now / 1000) + UNFINISHED_SLOT_SECONDS,
  };
  const upload = await presignPut('pictures', productUploadObject(company, id), {
    contentType: declared.mime,
    byteSize: declared.byteSize,
    sha256: declared.sha256,
    expiresInSeconds: SLOT_SECONDS,
  });
  const body = { id, object: 'product_image_upload', upload, expires_at: toTimestamp(row.closesAtMs) };
  const reply: Reply = { status: 201, body };
  await transact([{ put: row, condition: ABSENT }, recordReplyWrite(idempotency, reply)]);
  return reply;
};
