import { endOfDayMs, localDate, monthsAfter } from '../../../platform/zones.ts';

/** The time and the company's settings that, together with the item, determine its possible operations. */
export interface ItemTerms {
  nowMs: number;
  /** Time zone of the company. */
  zone: string;
  /** Months after expiry in which an item may still be claimed; -1 for always, undefined for never. */
  claimExpired: number | undefined;
  /** Days after which value that can no longer be claimed becomes breakage; undefined: never. */
  breakageAfterDays?: number | undefined;
}

/** The last millisecond in which an item can be claimed (lib/reference/items.md#after-expiry). */
export const claimableUntilMs = (validUntilMs: number, terms: ItemTerms): number => {
  if (terms.claimExpired === undefined) return validUntilMs;
  if (terms.claimExpired < 0) return Infinity;
  return endOfDayMs(monthsAfter(localDate(validUntilMs, terms.zone), terms.claimExpired), terms.zone);
};
