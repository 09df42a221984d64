import { conflict, invalid, type ApiError } from '../../../platform/errors.ts';
import type { PictureRow } from './rows.ts';

/** A slot is open this long, by our clock, for upload and finalize together (lib/reference/limits.md#pictures). */
export const SLOT_SECONDS = 15 * 60;

/** How long a finished picture waits for an order (lib/reference/greeting-images.md#removal). */
export const UNUSED_MS = 7 * 24 * 3600 * 1000;

/** Field of the order body that names a picture. */
export const UPLOAD_FIELD = 'greeting.image.upload_id';

/** Whether an order may take the picture now. */
export const isUsable = (row: PictureRow | undefined, atMs: number): row is PictureRow =>
  row?.state === 'finished' && row.usedBy === undefined && (row.unusedUntilMs ?? 0) > atMs;

/** 422: the id names no picture that an order could take; a picture that an order has taken is one of these. */
export const pictureNotFound = (): ApiError =>
  invalid(
    UPLOAD_FIELD,
    'This names no usable picture. A picture is usable once, after it was finalized and for seven days.',
    'greeting_image_not_found',
  );

/**
 * The error of an order whose `usePicture` write failed, from the row that was found: 409 for the loser of a race
 * between two orders, 422 when there is no usable picture.
 */
export const pictureRefusal = (row: PictureRow | undefined): ApiError =>
  row?.usedBy === undefined
    ? pictureNotFound()
    : conflict('greeting_image_already_used', 'Another order has just taken this picture. Upload it again.');
