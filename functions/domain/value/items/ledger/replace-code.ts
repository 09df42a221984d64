import { CANCELLED, itemKey, type ItemFacts, type ItemRow } from '../rows.ts';
import { applyChange, EMPTY_LEDGER, withoutIndexes, type Cause, type ChangedItem, type ItemChange } from './ledger.ts';

/** Data that a replacement adds to the new item: a code, the time of its email, and the reason. */
type NewCode = Pick<ItemFacts, 'code' | 'deliveredAtMs'> & { note: string | null };

/**
 * The two sides of a replacement. The successor copies the facts and figures of the item and continues its balance;
 * `change` empties the item. Refunds and disputes of the order continue on the successor.
 */
export const replaceCode = (
  item: ItemRow,
  { note, ...to }: NewCode,
  cause: Cause,
): { change: ItemChange; successor: ChangedItem } => {
  const { code, remainingMinor, remainingPieces, claimedMinor, status } = item;
  const atMs = Math.max(cause.atMs, item.ledgerAtMs);
  const { brokenMinor, breaks: _breaks, ...facts } = withoutIndexes(item);
  const {
    replacedBy: _replacedBy,
    blocked: _blocked,
    holds: _holds,
    postedAtMs: _postedAtMs,
    hasPass: _hasPass,
    ...continued
  } = facts;
  const blank: ItemRow = {
    ...continued,
    ...itemKey(item.company, to.code),
    ...to,
    ...(brokenMinor === undefined ? {} : { brokenMinor }),
    replaces: {
      code,
      claimedMinor,
      adjustedMinor: item.adjustedMinor ?? 0,
      ...(brokenMinor === undefined ? {} : { brokenMinor }),
    },
    createdAtMs: atMs,
    deliverAtMs: null,
    postal: false,
    ...EMPTY_LEDGER,
  };
  const first: ItemChange = { kind: 'replace', deltaMinor: remainingMinor, deltaPieces: remainingPieces, status, note };
  return {
    change: {
      kind: 'replace',
      deltaMinor: -remainingMinor,
      deltaPieces: -remainingPieces,
      status: CANCELLED,
      note,
      marks: { replacedBy: to.code, taken: undefined, frozenBy: undefined, blocked: undefined },
    },
    successor: applyChange(blank, first, { ...cause, atMs }),
  };
};
