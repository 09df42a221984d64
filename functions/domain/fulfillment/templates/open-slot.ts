import { randomBytes } from 'node:crypto';
import { presignPut } from '../../../adapters/objects/presign.ts';
import { nameSubject } from '../../../platform/cause.ts';
import { nowMs, toTimestamp } from '../../../platform/clock.ts';
import { recordReplyWrite, type Reply, type IdempotencyRecord } from '../../../storage/idempotency.ts';
import { ABSENT } from '../../../storage/table.ts';
import { transact } from '../../../storage/transactions.ts';
import { newSlot, templateCodec, templateUpload } from './rows.ts';
import { PDF_MIME } from '../../company/settings/template-schema.ts';
import { SLOT_SECONDS, UNFINISHED_SLOT_SECONDS } from '../../company/settings/upload-slots.ts';

/** Opens a slot for one template. Returns 201 with an upload request that accepts exactly the declared bytes. */
export const openTemplateSlot = async (
  company: string,
  declared: { sha256: string; byteSize: number },
  idempotency: IdempotencyRecord,
): Promise<Reply> => {
  const createdAtMs = nowMs();
  const id = `pdft_${randomBytes(16).toString('hex')}`;
  const closesAtMs = createdAtMs + SLOT_SECONDS * 1000;
  const row = templateCodec.write({
    ...newSlot(company, id, createdAtMs),
    declared,
    closesAtMs,
    ttl: Math.floor(createdAtMs / 1000) + UNFINISHED_SLOT_SECONDS,
  });
  const upload = await presignPut('pictures', templateUpload(company, id), {
    contentType: PDF_MIME,
    byteSize: declared.byteSize,
    sha256: declared.sha256,
    expiresInSeconds: SLOT_SECONDS,
  });
  const reply: Reply = {
    status: 201,
    body: { id, object: 'pdf_template_upload', upload, expires_at: toTimestamp(closesAtMs) },
  };
  nameSubject({ id });
  await transact([{ put: row, condition: ABSENT }, recordReplyWrite(idempotency, reply)]);
  return reply;
};
