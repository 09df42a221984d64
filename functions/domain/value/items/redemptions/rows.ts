import type { Actor } from '../../../../platform/actor.ts';
import type { Key, Row } from '../../../../storage/table.ts';
import { sortable } from '../../../../storage/sortable.ts';
import type { ItemType } from '../rows.ts';

/** The part of one item in a redemption. Amounts in the smallest currency unit. */
export interface RedemptionSource {
  code: string;
  itemType: ItemType;
  minor: number;
  pieces: number;
  /** Whether the item is spent by piece. */
  isByPiece: boolean;
  capturedMinor: number;
  capturedPieces: number;
  refundedMinor: number;
  refundedPieces: number;
  /** Value left on the item after this source when the redemption was created. */
  leftMinor: number;
  /** Value left on the item after a later capture. */
  leftAtCaptureMinor?: number;
}

/** A redemption of one or several items. Amounts in the smallest currency unit. */
export interface RedemptionRow extends Row {
  type: 'redemption';
  company: string;
  id: string;
  /** As stored. A redemption in state `held` has expired once `expiresAtMs` has passed. */
  state: 'held' | 'captured' | 'released';
  currency: string;
  sources: readonly RedemptionSource[];
  /** The part of the requested amount that the sources did not cover. */
  outstandingMinor: number;
  reference: string | null;
  location: string | null;
  note: string | null;
  /** The order that the redemption pays for. */
  orderId: string | null;
  /** Null when captured immediately or for an order. */
  expiresAtMs: number | null;
  createdAtMs: number;
  by: Actor;
  /** Hash of the input of the request that created the redemption; absent if it was created for an order. */
  inputHash?: string;
  version: number;
}

/** Finds a redemption by one of its codes other than the first. */
interface RedemptionCodeRow extends Row {
  type: 'redemption-code';
}

export const redemptionKey = (company: string, id: string): Key => ({
  pk: `REDEMPTION#${company}#${id}`,
  sk: 'redemption',
});

/** Redemptions of a company that were captured immediately or pay for an order, by time. */
const capturesOf = (company: string) => ({ index: 'ix1', partition: `${company}#redemptions` }) as const;

/** Redemptions that began as a hold of a client, by time. The audit log reads its entries about holds here. */
export const holdsOf = (company: string) => ({ index: 'ix1', partition: `${company}#holds` }) as const;

/** All redemptions of a company by time. */
export const redemptionsOf = (company: string) => [capturesOf(company), holdsOf(company)];

export const redemptionsByReference = (company: string, reference: string) =>
  ({ index: 'ix2', partition: `${company}#redemptions#reference#${reference}` }) as const;

export const redemptionsByCode = (company: string, code: string) =>
  ({ index: 'ix3', partition: `${company}#redemptions#code#${code}` }) as const;

const positionOf = ({ createdAtMs, id }: Pick<RedemptionRow, 'createdAtMs' | 'id'>): string =>
  `${sortable(createdAtMs)}#${id}`;

type Bare = Omit<RedemptionRow, keyof Row>;

/** The row with its keys and index attributes. */
export const redemptionRow = (redemption: Bare): RedemptionRow => {
  const { company, id, reference, sources, expiresAtMs } = redemption;
  const at = positionOf(redemption);
  return {
    ...redemptionKey(company, id),
    type: 'redemption',
    v: 1,
    ix1pk: (expiresAtMs === null ? capturesOf : holdsOf)(company).partition,
    ix1sk: at,
    ...(reference === null ? {} : { ix2pk: redemptionsByReference(company, reference).partition, ix2sk: at }),
    ix3pk: redemptionsByCode(company, sources[0]?.code ?? '').partition,
    ix3sk: at,
    ...redemption,
  };
};

/** Rows that find a redemption by its codes other than the first; written once, with the redemption. */
export const redemptionCodeRows = (redemption: RedemptionRow): RedemptionCodeRow[] =>
  redemption.sources.slice(1).map(({ code }, index) => ({
    pk: redemption.pk,
    sk: `code#${index + 1}`,
    type: 'redemption-code',
    v: 1,
    ix3pk: redemptionsByCode(redemption.company, code).partition,
    ix3sk: positionOf(redemption),
  }));
