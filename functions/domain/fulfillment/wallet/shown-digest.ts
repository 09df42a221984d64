import { createHash } from 'node:crypto';
import type { ItemRow } from '../../value/items/rows.ts';

/** Digest of the changeable content of a pass: value, state, validity, and the date and venue of its event. */
export const shownDigest = (item: ItemRow): string => {
  const { status, remainingMinor, remainingPieces, validUntilMs, event, movedAtMs = null } = item;
  const when = event && [event.slug, event.title, event.startsAt, event.endsAt];
  const { placedAtMs, repaidWhole } = item;
  const more = [...(placedAtMs === undefined ? [] : [placedAtMs]), ...(repaidWhole ? ['refunded'] : [])];
  const shown = [status, remainingMinor, remainingPieces, validUntilMs, when, movedAtMs, ...more];
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22);
};
