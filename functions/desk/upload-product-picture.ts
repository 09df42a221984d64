import { createHash } from 'node:crypto';
import { putObject } from '../adapters/objects/store.ts';
import { pictureTypeOf } from '../adapters/images/picture-type.ts';
import { pictureDeclarationOf } from '../domain/catalog/greeting-images/declare.ts';
import { FINALIZE_LEASE_SECONDS } from '../domain/catalog/greeting-images/finalize.ts';
import { finalizeProductImage } from '../domain/catalog/product-images/finalize.ts';
import { openProductImageSlot } from '../domain/catalog/product-images/open-slot.ts';
import { productUploadObject } from '../domain/catalog/product-images/rows.ts';
import { ApiError, invalid } from '../platform/errors.ts';
import { pictures } from '../platform/messages/pictures.ts';
import { PICTURE_FIELD } from '../pages/kit/form-values.ts';
import { once, withLease } from '../storage/idempotency.ts';
import { formIdempotency } from './form-idempotency.ts';
import type { DeskVisit } from './visit.ts';

/** Moves the fault of a picture to the form field of its file. */
const atField = (error: unknown): unknown => {
  if (!(error instanceof ApiError) || error.status !== 422) return error;
  const [[text = error.reason] = []] = Object.values(error.faults);
  return invalid(PICTURE_FIELD, text, error.code);
};

/**
 * Uploads the picture of a form like other product pictures, and returns its URL; undefined if the form has no file.
 * Throws 422 at `PICTURE_FIELD`, and 503.
 */
export const uploadProductPicture = async (visit: DeskVisit): Promise<string | undefined> => {
  const { file, company } = visit;
  if (!file) return undefined;
  const { bytes } = file;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const mime = pictureTypeOf(bytes);
  if (!mime) throw invalid(PICTURE_FIELD, pictures('picture_type_unknown'));
  const declared = pictureDeclarationOf({ sha256, byte_size: bytes.length, mime });
  const opening = formIdempotency(visit, { name: 'open-product-image-upload' }, declared);
  const slot = await once(opening, () => openProductImageSlot(company.slug, declared, opening));
  const { id } = slot.body as { id: string };
  await putObject('pictures', productUploadObject(company.slug, id), { bytes, contentType: declared.mime });
  const finishing = formIdempotency(visit, { name: 'finalize-product-image' }, { id });
  const reply = await withLease(finishing, FINALIZE_LEASE_SECONDS, (holder) =>
    finalizeProductImage({ company: company.slug, id, idempotency: finishing, holder }),
  ).catch((error: unknown) => {
    throw atField(error);
  });
  return (reply.body as { url: string }).url;
};
