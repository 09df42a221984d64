import { nowMs } from '../../../platform/clock.ts';
import { dueAt } from '../../../storage/due.ts';
import type { Key, Row } from '../../../storage/table.ts';
import type { Write } from '../../../storage/transactions.ts';
import type { PictureMime } from './schema.ts';

/**
 * One greeting picture from upload slot to use. `open`: the slot waits for its bytes; `finished`: the bytes were
 * checked and stored, and the picture can be used once.
 */
export interface PictureRow extends Row {
  type: 'picture';
  /** `gimg_` + 32 hex; shared by the slot and its picture. */
  id: string;
  company: string;
  state: 'open' | 'finished';
  /** Lowercase hex, as declared. */
  sha256: string;
  byteSize: number;
  mime: PictureMime;
  openedAtMs: number;
  /** When the slot ends; the deadline for both upload and finalization. */
  closesAtMs: number;
  finishedAtMs?: number;
  /** Null if the header of the picture does not contain it. */
  width?: number | null;
  height?: number | null;
  /** When an unused picture stops being usable, seven days after it was finished. */
  unusedUntilMs?: number;
  /** `po_` id of the order that uses it. */
  usedBy?: string;
  /** `duepk` and `duesk` of a picture in use, kept so that releasing it needs no read. */
  heldDuePk?: string;
  heldDueSk?: string;
}

export const pictureKey = (company: string, id: string): Key => ({ pk: `PICTURE#${company}#${id}`, sk: 'picture' });

/** Object key of the bytes in a slot (bucket `pictures`). */
export const uploadObject = (company: string, id: string): string => `uploads/${company}/${id}`;

/** Object key of the printable picture (bucket `pictures`). */
export const printedObject = (company: string, id: string): string => `printed/${company}/${id}`;

/** Index attributes of a finished, unused picture. */
export const dueForRemoval = (row: Pick<PictureRow, 'company' | 'id'>, unusedUntilMs: number) =>
  dueAt('picture', `${row.company}#${row.id}`, unusedUntilMs);

/** Name by which a rejected transaction reports the following writes. */
export const PICTURE_WRITE = 'picture';

/**
 * Assigns the picture exclusively to an order (lib/reference/greeting-images.md#use). If this write fails,
 * `pictureRefusal` returns the error.
 */
export const usePictureWrite = (company: string, id: string, orderId: string): Write => ({
  name: PICTURE_WRITE,
  update: {
    key: pictureKey(company, id),
    update: 'SET usedBy = :order, heldDuePk = duepk, heldDueSk = duesk REMOVE duepk, duesk',
    condition: '#state = :finished AND attribute_not_exists(usedBy) AND unusedUntilMs > :now',
    names: { '#state': 'state' },
    values: { ':order': orderId, ':finished': 'finished', ':now': nowMs() },
  },
});

/** Releases the picture of an order that has expired, or whose sale was undone. The original seven days continue. */
export const releasePictureWrite = (company: string, id: string, orderId: string): Write => ({
  name: PICTURE_WRITE,
  update: {
    key: pictureKey(company, id),
    update: 'SET duepk = heldDuePk, duesk = heldDueSk REMOVE usedBy, heldDuePk, heldDueSk',
    condition: 'usedBy = :order',
    values: { ':order': orderId },
  },
});
