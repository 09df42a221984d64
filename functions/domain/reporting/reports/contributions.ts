import { localDate } from '../../../platform/zones.ts';
import { keyText, type Key } from '../../../storage/table.ts';
import { AWAITING_PAYMENT, CANCELLED, type ItemRow } from '../../value/items/rows.ts';
import { countAttribute, countKey, liabilityKey, type Facet, type SeriesName } from './rows.ts';
import { leafOf, positionsOfLeaf } from './periods.ts';

/** A counter in a row of counts and its change. */
export interface Bump {
  key: Key;
  /** Type of the row. */
  type: 'count' | 'liability';
  attribute: string;
  by: number;
}

const countBumps = (company: string, series: SeriesName, atMs: number, facets: Map<Facet, number>): Bump[] =>
  positionsOfLeaf(leafOf(atMs)).flatMap(({ level, node, child }) =>
    [...facets].map(([facet, by]) => ({
      key: countKey(company, series, level, node),
      type: 'count' as const,
      attribute: countAttribute(child, facet),
      by,
    })),
  );

/** An item counts where it was issued, under the state it is in. */
const itemFacets = (before: ItemRow | undefined, after: ItemRow): Map<Facet, number> => {
  const facets = new Map<Facet, number>();
  if (!before) facets.set('', 1);
  if (before?.status === after.status) return facets;
  if (before) facets.set(`s${before.status}`, -1);
  facets.set(`s${after.status}`, 1);
  return facets;
};

/** Value that was given back to a cancelled card cannot be spent. */
export const isSpendable = ({ status }: Pick<ItemRow, 'status'>): boolean =>
  status !== AWAITING_PAYMENT && status !== CANCELLED;

const spendable = (item: ItemRow | undefined): number => (item && isSpendable(item) ? item.remainingMinor : 0);
const awaiting = (item: ItemRow | undefined): number => (item?.status === AWAITING_PAYMENT ? item.remainingMinor : 0);

const liabilityOf = (item: ItemRow, zone: string, atMs: number, sign: 1 | -1): Bump[] => {
  const changedOn = localDate(atMs, zone);
  const key = liabilityKey(item.company, changedOn.slice(0, 7), {
    currency: item.currency,
    itemType: item.itemType,
    expiryMonth: localDate(item.validUntilMs, zone).slice(0, 7),
  });
  const day = Number(changedOn.slice(8));
  return [
    { key, type: 'liability', attribute: `d${day}`, by: sign * spendable(item) },
    { key, type: 'liability', attribute: `w${day}`, by: sign * awaiting(item) },
  ];
};

/** The value moves from its former month to the current one: another event date may be another month. */
const liabilityBumps = (before: ItemRow | undefined, after: ItemRow, zone: string): Bump[] => {
  // A moved event leaves no entry in the ledger; an extension does.
  const isMoved = before !== undefined && before.ledgerSeq === after.ledgerSeq;
  const atMs = isMoved ? (after.movedAtMs ?? after.ledgerAtMs) : after.ledgerAtMs;
  const sums = new Map<string, Bump>();
  for (const bump of [...(before ? liabilityOf(before, zone, atMs, -1) : []), ...liabilityOf(after, zone, atMs, 1)]) {
    const name = `${keyText(bump.key)} ${bump.attribute}`;
    sums.set(name, { ...bump, by: (sums.get(name)?.by ?? 0) + bump.by });
  }
  return [...sums.values()];
};

/** What one committed change of an item changes in the figures of reports. `zone` is that of its company. */
export const contributionOf = (before: ItemRow | undefined, after: ItemRow, zone: string): Bump[] => {
  // The entry of the issue itself is no transaction.
  const entries = after.ledgerSeq - (before?.ledgerSeq ?? 1);
  return [
    ...countBumps(after.company, 'items', after.createdAtMs, itemFacets(before, after)),
    ...countBumps(after.company, 'transactions', after.ledgerAtMs, new Map([['', entries]])),
    ...liabilityBumps(before, after, zone),
  ].filter(({ by }) => by !== 0);
};
