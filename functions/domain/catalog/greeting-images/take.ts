import { createHash } from 'node:crypto';
import { putObject } from '../../../adapters/objects/store.ts';
import { declarationOf } from './declare.ts';
import { FINALIZE_LEASE_SECONDS, finalizePicture } from './finalize.ts';
import { openSlot } from './open-slot.ts';
import { uploadObject } from './rows.ts';
import { once, idempotencyRecordFor, withLease } from '../../../storage/idempotency.ts';
import { mimeOf } from './check-bytes.ts';

/**
 * Takes a picture that came with a form through the slot and the checks that every picture goes through. The same picture of
 * the same form is taken once. Throws what finalizing throws: 422 under the check that failed, and 503.
 */
export const takePicture = async (company: string, form: string, bytes: Buffer): Promise<string> => {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const declared = declarationOf({ sha256, byte_size: bytes.length, mime: mimeOf(bytes) ?? 'none' });
  const key = `form:${form}:${sha256}`;
  const slotTicket = idempotencyRecordFor({ company, operation: 'open-greeting-image-upload', key, input: declared });
  const slot = await once(slotTicket, () => openSlot(company, declared, slotTicket));
  const { id } = slot.body as { id: string };
  await putObject('pictures', uploadObject(company, id), { bytes, contentType: declared.mime });
  await finishPicture(company, id, key);
  return id;
};

/** Checks and keeps what was put into a slot. */
export const finishPicture = async (company: string, id: string, key: string): Promise<void> => {
  const idempotency = idempotencyRecordFor({
    company,
    operation: 'finalize-greeting-image',
    key,
    input: { params: { id }, body: {} },
  });
  await withLease(idempotency, FINALIZE_LEASE_SECONDS, (holder) =>
    finalizePicture({ company, id, idempotency, holder }),
  );
};
