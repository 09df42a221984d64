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

/** A finalized picture; its size is null if unknown, `expires_at` is its removal unless an order uses it. */
export const presentPicture = (row: PictureRow) => ({
  id: row.id,
  object: 'greeting_image',
  mime: row.mime,
  byte_size: row.byteSize,
  width: row.width ?? null,
  height: row.height ?? null,
  expires_at: toTimestamp(row.unusedUntilMs ?? 0),
});
