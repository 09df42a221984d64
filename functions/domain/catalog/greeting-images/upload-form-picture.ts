import { createHash } from 'node:crypto';
import { putObject } from '../../../adapters/objects/store.ts';
import { invalid } from '../../../platform/errors.ts';
import { pictures } from '../../../platform/messages/pictures.ts';
import { refusedAsRateLimited } from '../../../storage/limits/limit-exceeded.ts';
import {
  consumePictureCheckLimit,
  consumePictureSlotLimit,
  type Visitor,
} from '../../company/users/visits/visitor-limits.ts';
import { pictureDeclarationOf } from './declare.ts';
import { FINALIZE_LEASE_SECONDS, finalizePicture } from './finalize.ts';
import { openPictureSlot } from './open-slot.ts';
import { uploadObject } from './rows.ts';
import { once, idempotencyRecordFor, withLease, type Reply } from '../../../storage/idempotency.ts';
import { pictureTypeOf } from '../../../adapters/images/picture-type.ts';
import type { PictureDeclaration } from './schema.ts';

const TOO_MANY = 'Too many pictures were sent. Try again later.';

/** The shop form of a picture, and its visitor. */
export interface PictureForm extends Visitor {
  /** Nonce of the form. */
  form: string;
}

/**
 * Uploads a picture of a form through an upload slot, with the checks of every picture. The same picture of
 * the same form is stored once. Throws the errors from opening and finalizing a slot: 422 for the failed check, 429 and
 * 503.
 */
export const uploadFormPicture = async (of: PictureForm, bytes: Buffer): Promise<string> => {
  const mime = pictureTypeOf(bytes);
  if (!mime) throw invalid('mime', pictures('picture_type_unknown'));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const declared = pictureDeclarationOf({ sha256, byte_size: bytes.length, mime });
  const slot = await openPictureSlotOfForm(of, declared);
  const { id } = slot.body as { id: string };
  await putObject('pictures', uploadObject(of.company, id), { bytes, contentType: declared.mime });
  await finalizeFormPicture(of, id);
  return id;
};

/**
 * Opens a slot for a picture of a form and returns 201. The same picture of the same form has one slot, which is
 * counted once. Throws 429 `rate_limited` when the form or the IP address of its visitor has used up its slots.
 */
export const openPictureSlotOfForm = (of: PictureForm, declared: PictureDeclaration): Promise<Reply> => {
  const { company, form } = of;
  const idempotency = idempotencyRecordFor({
    company,
    operation: 'open-greeting-image-upload',
    key: `form:${form}:${declared.sha256}`,
    input: declared,
  });
  return once(idempotency, async () => {
    await refusedAsRateLimited(consumePictureSlotLimit(of), TOO_MANY);
    return openPictureSlot(company, declared, idempotency);
  });
};

/**
 * Checks the upload of a slot and keeps it as a picture. Throws the same errors as `finalizePicture`, and 429
 * `rate_limited`.
 */
export const finalizeFormPicture = async (of: PictureForm, id: string): Promise<void> => {
  const { company, form } = of;
  const idempotency = idempotencyRecordFor({
    company,
    operation: 'finalize-greeting-image',
    key: `form:${form}:${id}`,
    input: { params: { id }, body: {} },
  });
  await withLease(idempotency, FINALIZE_LEASE_SECONDS, async (holder) => {
    await refusedAsRateLimited(consumePictureCheckLimit(of), TOO_MANY);
    return finalizePicture({ company, id, idempotency, holder });
  });
};
