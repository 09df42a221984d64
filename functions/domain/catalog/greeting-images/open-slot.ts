import { randomBytes } from 'node:crypto';
import { presignPut } from '../../../adapters/objects/presign.ts';
import { nowMs } from '../../../platform/clock.ts';
import { recordReplyWrite, type Reply, type IdempotencyRecord } from '../../../storage/idempotency.ts';
import { ABSENT } from '../../../storage/table.ts';
import { transact } from '../../../storage/transactions.ts';
import { pictureKey, uploadObject, type PictureRow } from './rows.ts';
import { presentSlot } from './present.ts';
import type { PictureDeclaration } from './schema.ts';
import { SLOT_SECONDS, UNFINISHED_SLOT_SECONDS } from '../../company/settings/upload-slots.ts';

/** Opens a slot for one picture. Returns 201 with an upload request that accepts exactly the declared bytes. */
export const openPictureSlot = async (
  company: string,
  declared: PictureDeclaration,
  idempotency: IdempotencyRecord,
): Promise<Reply> => {
  const openedAtMs = nowMs();
  const id = `gimg_${randomBytes(16).toString('hex')}`;
  const row: PictureRow = {
    ...pictureKey(company, id),
    type: 'picture',
    v: 1,
    id,
    company,
    state: 'open',
    ...declared,
    openedAtMs,
    closesAtMs: openedAtMs + SLOT_SECONDS * 1000,
    ttl: Math.floor(openedAtMs / 1000) + UNFINISHED_SLOT_SECONDS,
  };
  const upload = await presignPut('pictures', uploadObject(company, id), {
    contentType: declared.mime,
    byteSize: declared.byteSize,
    sha256: declared.sha256,
    expiresInSeconds: SLOT_SECONDS,
  });
  const reply: Reply = { status: 201, body: presentSlot(row, upload) };
  await transact([{ put: row, condition: ABSENT }, recordReplyWrite(idempotency, reply)]);
  return reply;
};
