import type { PrintTerms } from '../../../adapters/images/print.ts';
import { getObject, putObject } from '../../../adapters/objects/store.ts';
import { nowMs } from '../../../platform/clock.ts';
import { ApiError, notFound } from '../../../platform/errors.ts';
import { recordReplyWrite, type IdempotencyRecord, type Reply } from '../../../storage/idempotency.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { PRESENT, getRow } from '../../../storage/table.ts';
import { transact } from '../../../storage/transactions.ts';
import { printStored } from '../../company/pictures/print.ts';
import { MAX_PIXELS, MAX_SIDE_PIXELS } from '../../company/pictures/schema.ts';
import { checkBytes } from '../greeting-images/check-bytes.ts';
import { PICTURE_MIMES } from '../greeting-images/schema.ts';
import { inStore, uploadedBytes } from '../greeting-images/uploaded-bytes.ts';
import { IMAGE_WIDTHS, imageFile, imageObject, imageUrl, widthsUpTo } from './address.ts';
import { productImageKey, productUploadObject, type ProductImageRow } from './rows.ts';

interface ProductImageRequest {
  company: string;
  id: string;
  idempotency: IdempotencyRecord;
  holder: string;
}

/**
 * Checks the upload of a slot and stores it, re-encoded, at each width (lib/reference/catalog.md#product-pictures).
 * Returns 201 with `{url}`. Throws 404 for a slot that is unknown, closed or of another company, 422 for wrong bytes
 * (the slot stays open), 503 `image_store_unavailable`. If the slot is finalized already, returns its picture.
 */
export const finalizeProductImage = async (request: ProductImageRequest): Promise<Reply> => {
  const { company, id, idempotency, holder } = request;
  const row = await readSlot(company, id);
  const file = row.file ?? (await printUpload(row));
  const reply: Reply = { status: 201, body: { url: imageUrl(company, file) } };
  await transact([
    { update: rowUpdate({ key: row, set: { file }, if: PRESENT }) },
    recordReplyWrite(idempotency, reply, holder),
  ]);
  return reply;
};

const readSlot = async (company: string, id: string): Promise<ProductImageRow> => {
  const isId = /^pimg_[0-9a-f]{32}$/.test(id);
  const row = isId ? await getRow<ProductImageRow>(productImageKey(company, id), { consistent: true }) : undefined;
  if (!row || (row.ttl ?? Infinity) * 1000 <= nowMs()) throw notFound('upload intent');
  if (row.file !== undefined || row.closesAtMs > nowMs()) return row;
  throw new ApiError(404, 'not_found', 'This upload slot has closed. Open a new one: it lasts 15 minutes.');
};

/** Maximum ratio of height to width, so that even a very tall picture fits into a response. */
const TALLEST = 4;
const WIDEST = Math.max(...IMAGE_WIDTHS);

const termsFor = (width: number): PrintTerms => ({
  types: [...PICTURE_MIMES],
  maxPixels: MAX_PIXELS,
  maxSide: MAX_SIDE_PIXELS,
  box: { width, height: width * TALLEST },
  alpha: 'keep',
});

/**
 * Stores all widths and returns the name of the widest. Decodes the upload once and makes the other widths from the
 * widest. Safe to repeat, because the same bytes have the same names.
 */
const printUpload = async (row: ProductImageRow): Promise<string> => {
  const { company, id, sha256, byteSize } = row;
  const from = productUploadObject(company, id);
  checkBytes(await uploadedBytes(from, row), row);
  return inStore(async () => {
    const top = `${from}-printed`;
    const first = await printStored({ from, to: top, terms: termsFor(WIDEST), maxBytes: byteSize });
    const widest = first.width;
    const fileOf = (width: number): string => imageFile(sha256, widest, width);
    await keep(top, imageObject(company, fileOf(widest)), first.mime);
    const narrower = widthsUpTo(widest).filter((width) => width < widest);
    await Promise.all(
      narrower.map(async (width) => {
        const to = `${from}-${width}`;
        const { mime } = await printStored({ from: top, to, terms: termsFor(width), maxBytes: first.byteSize });
        await keep(to, imageObject(company, fileOf(width)), mime);
      }),
    );
    return fileOf(widest);
  });
};

/** Copies a finished picture to its public object key. */
const keep = async (from: string, object: string, mime: string): Promise<void> => {
  const picture = await getObject('pictures', from);
  if (!picture) throw new Error('The finished picture is missing');
  await putObject('pictures', object, { bytes: picture.bytes, contentType: mime });
};
