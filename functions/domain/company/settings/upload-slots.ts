/** Lifetime of an upload slot, for upload and finalization together (lib/reference/limits.md#pictures). */
export const SLOT_SECONDS = 15 * 60;

/** The row of an unfinished slot is kept for a day. A lifecycle rule of the bucket deletes the uploaded bytes. */
export const UNFINISHED_SLOT_SECONDS = 24 * 3600;
