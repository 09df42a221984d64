/** Offset, length and order of a page of a legacy list (lib/reference/v1.md#lists). */
interface LegacyPageQuery {
  offset: number;
  limit: number;
  order: 'asc' | 'desc';
}

const LIMIT = 10;
const LIMIT_MAX = 100;

const whole = (text: string | undefined): number | undefined =>
  /^[+-]?\d+$/.test(text?.trim() ?? '') ? Number(text) : undefined;

/** Parses the paging fields. Numbers out of range are clamped; anything else is ignored. */
export const legacyPagingOf = (fields: Record<string, string | undefined>): LegacyPageQuery => ({
  offset: Math.min(Number.MAX_SAFE_INTEGER - LIMIT_MAX, Math.max(0, whole(fields['offset']) ?? 0)),
  limit: Math.min(LIMIT_MAX, Math.max(1, whole(fields['limit']) ?? LIMIT)),
  order: fields['order']?.trim().toLowerCase() === 'asc' ? 'asc' : 'desc',
});

interface LegacyList<T> {
  items: T[];
  itemsCount: number;
  filter: LegacyPageQuery;
}

/** A page of a list whose rows are all known, in ascending order. */
export const legacyPageOf = <T>(rows: readonly T[], paging: LegacyPageQuery): LegacyList<T> => {
  const ordered = paging.order === 'asc' ? rows : rows.toReversed();
  return {
    items: ordered.slice(paging.offset, paging.offset + paging.limit),
    itemsCount: rows.length,
    filter: paging,
  };
};
