import { ordering } from '../../../platform/messages/ordering.ts';
import { ApiError, invalid } from '../../../platform/errors.ts';
import type { PictureRow } from './rows.ts';
import { DAY_MS } from '../../../platform/durations.ts';

/** Lifetime of an unused picture (lib/reference/greeting-images.md#removal). */
export const UNUSED_MS = 7 * DAY_MS;

/** Field of the order body for the picture's id. */
export const UPLOAD_FIELD = 'greeting.image.upload_id';

/** Whether an order may use the picture now. */
export const isUsablePicture = (row: PictureRow | undefined, atMs: number): row is PictureRow =>
  row?.state === 'finished' && row.usedBy === undefined && (row.unusedUntilMs ?? 0) > atMs;

/** 422: no available picture has this id. A picture in use is not available. */
const pictureNotFound = (): ApiError => invalid(UPLOAD_FIELD, ordering('picture_unknown'), 'greeting_image_not_found');

/**
 * The error for an order whose `usePictureWrite` failed, derived from the current row: 409 if another order uses the
 * picture, 422 if the picture is not available.
 */
export const pictureRefusal = (row: PictureRow | undefined): ApiError =>
  row?.usedBy === undefined
    ? pictureNotFound()
    : new ApiError(409, 'greeting_image_already_used', ordering('picture_taken'), {
        about: { [UPLOAD_FIELD]: [ordering('picture_taken')] },
      });
