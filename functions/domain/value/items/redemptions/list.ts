import { nowMs } from '../../../../platform/clock.ts';
import { invalidFields, type FieldErrors } from '../../../../platform/errors.ts';
import {
  decodeCursor,
  countFitting,
  listPage,
  type ListIdentity,
  type ListPage,
  type PageRequest,
} from '../../../../storage/cursors.ts';
import { mergedPage, type ListSource } from '../../../../storage/merged.ts';
import { sortable } from '../../../../storage/sortable.ts';
import { normalizeCode } from '../../../catalog/codes/rules.ts';
import { parseFilterValues, timeFilterOf, oneOf } from '../../../checkout/orders/list-filter.ts';
import { presentRedemption } from './present.ts';
import { redemptionsByCode, redemptionsByReference, redemptionsOf, type RedemptionRow } from './rows.ts';
import { REDEMPTION_STATUSES, redemptionStatusOf, type RedemptionStatus } from './rules.ts';

/** Filters of GET /v2/redemptions, combined with AND; within one filter any value matches. */
interface RedemptionFilter {
  references: readonly string[] | undefined;
  codes: readonly string[] | undefined;
  statuses: readonly RedemptionStatus[] | undefined;
  createdFromMs: number | undefined;
  createdBeforeMs: number | undefined;
}

/** Parses the filters like those of orders. Throws 422 with the valid values. */
export const parseRedemptionFilter = (values: Record<string, string[]>): RedemptionFilter => {
  const fields: FieldErrors = {};
  const filter: RedemptionFilter = {
    references: parseFilterValues(values, 'reference', fields),
    codes: parseFilterValues(values, 'code', fields)?.map(normalizeCode),
    statuses: oneOf(values, 'status', REDEMPTION_STATUSES, fields),
    createdFromMs: timeFilterOf(values, 'created_after', fields),
    createdBeforeMs: timeFilterOf(values, 'created_before', fields),
  };
  if (Object.keys(fields).length > 0) throw invalidFields(fields);
  return filter;
};

const passes = (filter: RedemptionFilter, row: RedemptionRow, atMs: number): boolean =>
  (filter.references?.includes(row.reference ?? '') ?? true) &&
  (filter.codes === undefined || row.sources.some(({ code }) => filter.codes?.includes(code))) &&
  (filter.statuses?.includes(redemptionStatusOf(row, atMs)) ?? true) &&
  row.createdAtMs >= (filter.createdFromMs ?? 0) &&
  row.createdAtMs < (filter.createdBeforeMs ?? Infinity);

const sourcesOf = (company: string, { references, codes }: RedemptionFilter): ListSource[] => {
  if (codes) return codes.map((code) => redemptionsByCode(company, code));
  return references ? references.map((value) => redemptionsByReference(company, value)) : redemptionsOf(company);
};

/** One page of redemptions, newest first. The narrowest filter chooses the index. */
export const listRedemptions = async (
  company: string,
  filter: RedemptionFilter,
  page: PageRequest,
): Promise<ListPage<ReturnType<typeof presentRedemption>>> => {
  const identity: ListIdentity = { company, list: 'redemptions' };
  const position = decodeCursor<string>(identity, page.startingAfter);
  const end = filter.createdBeforeMs === undefined ? '~' : sortable(filter.createdBeforeMs);
  const atMs = nowMs();
  const { entries, next } = await mergedPage<RedemptionRow>({
    sources: sourcesOf(company, filter),
    // The index row of a further code is in the partition of its redemption.
    keyOf: ({ pk }) => ({ pk, sk: 'redemption' }),
    from: sortable(filter.createdFromMs ?? 0),
    before: position !== undefined && position < end ? position : end,
    limit: page.limit,
    passes: (row) => passes(filter, row, atMs),
    isNarrow: filter.statuses === undefined && !(filter.codes && filter.references),
  });
  const presented = entries.map(({ row }) => presentRedemption(row, atMs));
  const data = presented.slice(0, countFitting(presented));
  return listPage(identity, data, data.length < entries.length ? entries[data.length - 1]?.at : next);
};
