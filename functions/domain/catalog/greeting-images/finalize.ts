import { nowMs } from '../../../platform/clock.ts';
import { ApiError, notFound } from '../../../platform/errors.ts';
import { recordReplyWrite, type Reply, type IdempotencyRecord } from '../../../storage/idempotency.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { getRow } from '../../../storage/table.ts';
import { transact, TransactionRefused, type Write } from '../../../storage/transactions.ts';
import { printStored } from '../../company/pictures/print.ts';
import { GREETING_TERMS } from '../../company/pictures/schema.ts';
import { checkBytes } from './check-bytes.ts';
import { dueForRemoval, pictureKey, printedObject, uploadObject, type PictureRow } from './rows.ts';
import { presentPicture } from './present.ts';
import { UNUSED_MS } from './rules.ts';
import { PICTURE_ID } from './schema.ts';
import { inStore, uploadedBytes } from './uploaded-bytes.ts';

/** Time limit for reading, checking, decoding and storing 10 MB. */
export const FINALIZE_LEASE_SECONDS = 40;

interface FinalizePictureRequest {
  company: string;
  id: string;
  idempotency: IdempotencyRecord;
  holder: string;
}

/**
 * Checks the upload of a slot, decodes and re-encodes it for print, and keeps the result as a picture that one order
 * can use (lib/reference/greeting-images.md#finalize). Returns 201. Throws 404 for a slot that is unknown, closed or of
 * another company, 422 for wrong bytes (the slot stays open), 503 `image_store_unavailable` when the store does not
 * respond. If the slot is finalized already, returns its picture.
 */
export const finalizePicture = async ({ company, id, idempotency, holder }: FinalizePictureRequest): Promise<Reply> => {
  const row = await readSlot(company, id);
  if (row.state === 'finished') return recordReply(row, idempotency, holder);
  const bytes = await uploadedBytes(uploadObject(company, id), row);
  const size = checkBytes(bytes, row);
  await printUpload(row);
  const finishedAtMs = nowMs();
  const picture: PictureRow = {
    ...row,
    width: size?.width ?? null,
    height: size?.height ?? null,
    finishedAtMs,
    unusedUntilMs: finishedAtMs + UNUSED_MS,
  };
  const reply = replyWith(picture);
  try {
    await transact([finish(picture), recordReplyWrite(idempotency, reply, holder)]);
    return reply;
  } catch (error) {
    if (!(error instanceof TransactionRefused) || !error.failed(FINISH)) throw error;
    // A request with another key has finalized the slot in the meantime. Its bytes are equal, so this request returns
    // the same picture. If the slot has closed instead, `readSlot` throws 404.
    return recordReply(await readSlot(company, id), idempotency, holder);
  }
};

const replyWith = (picture: PictureRow): Reply => ({ status: 201, body: presentPicture(picture) });

const recordReply = async (picture: PictureRow, idempotency: IdempotencyRecord, holder: string): Promise<Reply> => {
  const reply = replyWith(picture);
  await transact([recordReplyWrite(idempotency, reply, holder)]);
  return reply;
};

const readSlot = async (company: string, id: string): Promise<PictureRow> => {
  const row = PICTURE_ID.test(id) ? await getRow<PictureRow>(pictureKey(company, id), { consistent: true }) : undefined;
  if (!row) throw notFound('upload intent');
  const endsAtMs = row.state === 'open' ? row.closesAtMs : (row.unusedUntilMs ?? 0);
  if (row.usedBy !== undefined || endsAtMs > nowMs()) return row;
  if (row.state === 'finished') throw notFound('upload intent');
  throw new ApiError(404, 'not_found', 'This upload slot has closed. Open a new one: it lasts 15 minutes.');
};

/** Throws 422 for a picture that cannot be decoded; the slot stays open. */
const printUpload = async (row: PictureRow): Promise<void> => {
  const { company, id, byteSize: maxBytes } = row;
  const order = { from: uploadObject(company, id), to: printedObject(company, id), terms: GREETING_TERMS, maxBytes };
  await inStore(() => printStored(order));
};

const FINISH = 'finish';

const finish = (picture: PictureRow): Write => {
  const { width, height, finishedAtMs, unusedUntilMs } = picture;
  const due = dueForRemoval(picture, unusedUntilMs ?? 0);
  return {
    name: FINISH,
    update: rowUpdate({
      key: picture,
      set: { state: 'finished', width, height, finishedAtMs, unusedUntilMs, ...due },
      remove: ['ttl'],
      if: {
        expression: '#state = :open AND closesAtMs > :at',
        names: { '#state': 'state' },
        values: { ':open': 'open', ':at': finishedAtMs },
      },
    }),
  };
};
