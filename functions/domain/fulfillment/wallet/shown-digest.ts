import { createHash } from 'node:crypto';
import type { ItemRow } from '../../value/items/rows.ts';

/** Digest of the changeable content of a pass: value, state, validity, and the date and venue of its event. */
export const shownDigest = (item: ItemRow): string => {
  const { status, remainingMinor, remainingPieces, validUntilMs, event, movedAtMs = null, placedAtMs } = item;
  const when = event && [event.slug, event.title, event.startsAt, event.endsAt];
  const place = placedAtMs === undefined ? [] : [placedAtMs];
  const shown = [status, remainingMinor, remainingPieces, validUntilMs, when, movedAtMs, ...place];
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22);
};
