import type { Key } from '../../../storage/table.ts';
import type { ItemRow } from '../../value/items/rows.ts';
import { countAttribute, countKey, type Facet, type SeriesName } from './rows.ts';
import { leafOf, positionsOfLeaf } from './periods.ts';

/** A change to one counter in a row of counts. */
export interface CountChange {
  key: Key;
  /** Type of the row. */
  type: 'count' | 'result';
  attribute: string;
  by: number;
}

const countBumps = (company: string, series: SeriesName, atMs: number, facets: Map<Facet, number>): CountChange[] =>
  positionsOfLeaf(leafOf(atMs)).flatMap(({ level, node, child }) =>
    [...facets].map(([facet, by]) => ({
      key: countKey(company, series, level, node),
      type: 'count' as const,
      attribute: countAttribute(child, facet),
      by,
    })),
  );

/** An item counts at its issue, under its current state. */
const itemFacets = (before: ItemRow | undefined, after: ItemRow): Map<Facet, number> => {
  const facets = new Map<Facet, number>();
  if (!before) facets.set('', 1);
  if (before?.status === after.status) return facets;
  if (before) facets.set(`s${before.status}`, -1);
  facets.set(`s${after.status}`, 1);
  return facets;
};

/** Changes in report figures caused by one committed change to an item. */
export const contributionOf = (before: ItemRow | undefined, after: ItemRow): CountChange[] => {
  // The entry of the issue is not a transaction.
  const entries = after.ledgerSeq - (before?.ledgerSeq ?? 1);
  return [
    ...countBumps(after.company, 'items', after.createdAtMs, itemFacets(before, after)),
    ...countBumps(after.company, 'transactions', after.ledgerAtMs, new Map([['', entries]])),
  ].filter(({ by }) => by !== 0);
};
