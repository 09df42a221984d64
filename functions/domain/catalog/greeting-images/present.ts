import { toTimestamp } from '../../../platform/clock.ts';
import type { PictureRow } from './rows.ts';

/** An open slot: the upload request and its deadline. */
export const presentSlot = (
  row: PictureRow,
  upload: { url: string; method: string; headers: Record<string, string> },
) => ({
  id: row.id,
  object: 'greeting_image_upload',
  upload,
  expires_at: toTimestamp(row.closesAtMs),
});

/**
 * A finalized picture; width and height are null if unknown, and `expires_at` is when the picture is removed unless an
 * order uses it.
 */
export const presentPicture = (row: PictureRow) => ({
  id: row.id,
  object: 'greeting_image',
  mime: row.mime,
  byte_size: row.byteSize,
  width: row.width ?? null,
  height: row.height ?? null,
  expires_at: toTimestamp(row.unusedUntilMs ?? 0),
});
