import { claimableUntilMs, type ItemTerms } from '../claimable.ts';
import { EXPIRED, type ItemMarks, type ItemRow } from '../rows.ts';

/** The value of an item is out of liability because it can no longer be claimed. */
export const isLapsed = ({ lapses = [] }: Pick<ItemMarks, 'lapses'>): boolean => lapses.length % 2 === 1;

type LapseMarks = { lapses?: readonly number[]; lapsesAtMs: number | undefined };

/**
 * Marks of an expired item by the company's newest setting; undefined when they are what they must be. Value lapses with the
 * first moment in which it cannot be claimed, or with the change that gave it back, or moved its event, after that.
 */
export const lapseMarks = (item: ItemRow, terms: ItemTerms): LapseMarks | undefined => {
  if (item.status !== EXPIRED) return undefined;
  const { lapses = [] } = item;
  const endsAtMs = claimableUntilMs(item.validUntilMs, terms) + 1;
  const isOver = endsAtMs <= terms.nowMs;
  if (isOver) {
    if (isLapsed(item)) return undefined;
    const atMs = Math.max(endsAtMs, item.ledgerAtMs, item.movedAtMs ?? 0, lapses.at(-1) ?? 0);
    return { lapses: [...lapses, atMs], lapsesAtMs: undefined };
  }
  // An item that can be claimed for good is not due.
  const lapsesAtMs = Number.isFinite(endsAtMs) ? endsAtMs : NEVER_MS;
  if (isLapsed(item)) return { lapses: [...lapses, terms.nowMs], lapsesAtMs };
  return item.lapsesAtMs === lapsesAtMs ? undefined : { lapsesAtMs };
};

/** Marks of an item whose validity became a later one. */
export const extendedMarks = (item: ItemRow, atMs: number): Partial<LapseMarks> =>
  isLapsed(item)
    ? { lapses: [...(item.lapses ?? []), atMs], lapsesAtMs: undefined }
    : item.lapsesAtMs === undefined
      ? {}
      : { lapsesAtMs: undefined };

/** No sweep comes by. */
export const NEVER_MS = 99_999_999_999_999;

/** The moment at which the sweep comes by an expired item; undefined when it has no reason to. */
export const lapseDueMs = (
  item: Pick<ItemRow, 'status' | 'validUntilMs' | 'remainingMinor' | 'lapses' | 'lapsesAtMs'>,
) => {
  if (item.status !== EXPIRED || item.remainingMinor === 0 || isLapsed(item)) return undefined;
  const { lapsesAtMs = item.validUntilMs + 1 } = item;
  return lapsesAtMs === NEVER_MS ? undefined : lapsesAtMs;
};
