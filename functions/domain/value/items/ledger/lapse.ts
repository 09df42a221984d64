import { countedAtMs } from '../../../../platform/counted-at.ts';
import { daysAfter, localDate, startOfDayMs } from '../../../../platform/zones.ts';
import { claimableUntilMs, type ItemTerms } from '../claim-period.ts';
import { CANCELLED, EXPIRED, type ItemMarks, type ItemRow } from '../rows.ts';

/** Whether the value of an item has left liability because it can no longer be claimed. */
export const isLapsed = ({ lapses = [] }: Pick<ItemMarks, 'lapses'>): boolean => lapses.length % 2 === 1;

type LapseMarks = { lapses?: readonly number[]; lapsesAtMs: number | undefined };
type BreakageMarks = Pick<ItemMarks, 'breaks' | 'brokenMinor'> & { breaksAtMs: number | undefined };

/**
 * Marks that an expired item needs under the company's current settings; undefined when they are up to date. Value
 * lapses as soon as it cannot be claimed, or at the time of a later change that restored it or rescheduled its event.
 */
export const lapseMarks = (
  item: ItemRow,
  terms: ItemTerms,
): (Partial<LapseMarks> & Partial<BreakageMarks>) | undefined => {
  if (item.status !== EXPIRED) return undefined;
  const lapse = lapseMarksOf(item, terms);
  const breakage = breakageMarksOf({ ...item, lapses: lapse?.lapses ?? item.lapses }, terms);
  return lapse || breakage ? { ...lapse, ...breakage } : undefined;
};

const lapseMarksOf = (item: ItemRow, terms: ItemTerms): LapseMarks | undefined => {
  const { lapses = [] } = item;
  const endsAtMs = claimableUntilMs(item.validUntilMs, terms) + 1;
  const isOver = endsAtMs <= terms.nowMs;
  if (isOver) {
    if (isLapsed(item)) return undefined;
    const atMs = Math.max(
      endOfClaims(item, endsAtMs, terms.nowMs),
      item.ledgerAtMs,
      item.movedAtMs ?? 0,
      lapses.at(-1) ?? 0,
    );
    return { lapses: [...lapses, atMs], lapsesAtMs: undefined };
  }
  // An item that can always be claimed is not due.
  const lapsesAtMs = Number.isFinite(endsAtMs) ? endsAtMs : NEVER_MS;
  if (isLapsed(item)) return { lapses: [...lapses, terms.nowMs], lapsesAtMs };
  return item.lapsesAtMs === lapsesAtMs ? undefined : { lapsesAtMs };
};

/**
 * The end of the time in which the value could be claimed. If new settings end it earlier than the last sweep expected
 * (`lapsesAtMs`), the value could be claimed until the settings changed. That time is not recorded, so the time of this
 * sweep is used.
 */
const endOfClaims = ({ lapsesAtMs = 0 }: ItemRow, endsAtMs: number, nowMs: number): number =>
  lapsesAtMs > endsAtMs ? Math.min(lapsesAtMs, nowMs) : endsAtMs;

/** Marks of an item whose validity was extended. */
export const extendedMarks = (item: ItemRow, atMs: number): Partial<LapseMarks> =>
  isLapsed(item)
    ? { lapses: [...(item.lapses ?? []), atMs], lapsesAtMs: undefined }
    : item.lapsesAtMs === undefined
      ? {}
      : { lapsesAtMs: undefined };

type LapseInput = Omit<ItemRow, 'lapses'> & { lapses: readonly number[] | undefined };

/**
 * Marks for lapsed value that is to become breakage, or becomes it now. Single-purpose goods have no breakage: they
 * were revenue when sold.
 */
const breakageMarksOf = (item: LapseInput, terms: ItemTerms): BreakageMarks | undefined => {
  const { lapses = [], breaks = [], brokenMinor = 0, remainingMinor, breaksAtMs } = item;
  // An empty item keeps its marks, because a declined refund may restore its value.
  if (!isLapsed({ lapses }) || item.vatTreatment !== 'multi_purpose' || remainingMinor === 0) return undefined;
  const { breakageAfterDays: days, zone, nowMs } = terms;
  // Restored value that was withdrawn again before the sweep leaves nothing to do.
  if (days === undefined || brokenMinor === remainingMinor)
    return breaksAtMs === undefined ? undefined : { breaksAtMs: undefined };
  const lapsedAtMs = lapses.at(-1) ?? 0;
  const dueMs = Math.max(lapsedAtMs, startOfDayMs(daysAfter(localDate(lapsedAtMs, zone), days), zone));
  if (dueMs > nowMs) return breaksAtMs === dueMs ? undefined : { breaksAtMs: dueMs };
  const atMs = Math.max(countedAtMs(dueMs, nowMs), item.ledgerAtMs, item.movedAtMs ?? 0);
  return { breaks: [...breaks, [atMs, item.ledgerSeq]], brokenMinor: remainingMinor, breaksAtMs: undefined };
};

type BreakageFields = Pick<ItemRow, 'status' | 'remainingMinor' | 'lapses' | 'brokenMinor'>;

/** Remaining breakage after a change to an item: claimed or claimable value is not breakage. */
export const breakageLeft = (item: BreakageFields): number =>
  item.status !== CANCELLED && isLapsed(item) ? Math.min(item.brokenMinor ?? 0, item.remainingMinor) : 0;

/** A time that is never reached, for an item that is not due. */
const NEVER_MS = 99_999_999_999_999;

/** When an expired item is due for the sweep; undefined for never. */
export const lapseDueMs = (
  item: Pick<ItemRow, 'status' | 'validUntilMs' | 'remainingMinor' | 'lapses' | 'lapsesAtMs' | 'breaksAtMs'>,
) => {
  if (item.status !== EXPIRED || item.remainingMinor === 0) return undefined;
  if (isLapsed(item)) return item.breaksAtMs;
  const { lapsesAtMs = item.validUntilMs + 1 } = item;
  return lapsesAtMs === NEVER_MS ? undefined : lapsesAtMs;
};
