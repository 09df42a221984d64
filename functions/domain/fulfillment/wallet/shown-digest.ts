import { createHash } from 'node:crypto';
import type { ItemRow } from '../../value/items/rows.ts';

/** Digest of the changeable content of a pass: value, state, validity and the date of its event. */
export const shownDigest = (item: ItemRow): string => {
  const { status, remainingMinor, remainingPieces, validUntilMs, event, movedAtMs = null } = item;
  const when = event && [event.slug, event.title, event.startsAt, event.endsAt];
  const shown = [status, remainingMinor, remainingPieces, validUntilMs, when, movedAtMs];
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22);
};
