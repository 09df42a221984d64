import type { Actor } from '../../../platform/actor.ts';
import { nowMs } from '../../../platform/clock.ts';
import { getRows, type RowSet } from '../../../storage/table.ts';
import { OutdatedRow } from '../../../storage/change-row.ts';
import type { Write } from '../../../storage/transactions.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import type { OrderGiftCard, OrderRow } from '../../checkout/orders/rows.ts';
import type { CardMove } from '../../checkout/orders/transition-rule.ts';
import type { Cause } from '../../value/items/ledger/ledger.ts';
import { readSuccessors } from '../../value/items/successors.ts';
import { termsOf } from '../../value/items/load.ts';
import { itemKey, type ItemRow } from '../../value/items/rows.ts';
import { replaceRedemptionWrite } from '../../value/items/redemptions/change.ts';
import { withCapture } from '../../value/items/redemptions/capture.ts';
import { captureWrites, holdWrites, releaseWrites } from '../../value/items/redemptions/item-writes.ts';
import { redemptionWithRefund } from '../../value/items/redemptions/refund.ts';
import {
  redemptionKey,
  redemptionRow,
  type RedemptionRow,
  type RedemptionSource,
} from '../../value/items/redemptions/rows.ts';
import { returnWrites, returnableMinor } from './refund-to-cards.ts';

interface MoveContext {
  order: OrderRow;
  rows: RowSet;
  /**
   * Items that receive refunds, by the partition key of the refunded card. The refund of a replaced card goes to its
   * successor.
   */
  receivers: ReadonlyMap<string, ItemRow>;
  cause: Cause;
  newItem: ItemRow | undefined;
}

/**
 * Writes that move the gift cards of an order, to be committed with the order's change: the redemption and the item of
 * each card. Each call reads items and redemptions again, so a retry after a lost race decides on current rows.
 * `decidedOn` returns the item from which the amount of a new card was computed; the write requires the same version.
 */
export const moveCards =
  (by: Actor, decidedOn?: () => ItemRow | undefined) =>
  async (order: OrderRow, moves: readonly CardMove[]): Promise<Write[]> => {
    const { company, id } = order;
    const keys = moves.flatMap((each) => [
      ...(each.move === 'give_back' ? [] : [itemKey(company, each.card.code)]),
      redemptionKey(company, each.card.redemptionId),
    ]);
    const refundMoves = moves.filter((each) => each.move === 'give_back');
    const [rows, receivers] = await Promise.all([
      getRows([companyKey(company), ...keys], { consistent: true }),
      readSuccessors(refundMoves.map(({ back }) => itemKey(company, back.code))),
    ]);
    const moving: MoveContext = {
      order,
      rows,
      receivers,
      cause: { by, requestId: id, atMs: nowMs() },
      newItem: decidedOn?.(),
    };
    return [
      ...moves.flatMap((each) => (each.move === 'give_back' ? [] : writesOf(moving, each))),
      ...refundWrites(moving, refundMoves),
    ];
  };

const itemOf = ({ order, rows }: MoveContext, code: string): ItemRow => {
  const item = rows.get<ItemRow>(itemKey(order.company, code));
  if (!item) throw new Error(`A gift card of order ${order.id} does not exist`);
  return item;
};

const receiverOf = ({ order, receivers }: MoveContext, code: string): ItemRow => {
  const item = receivers.get(itemKey(order.company, code).pk);
  if (!item) throw new Error(`A gift card of order ${order.id} does not exist`);
  return item;
};

const redemptionOf = ({ order, rows }: MoveContext, card: OrderGiftCard): RedemptionRow => {
  const row = rows.get<RedemptionRow>(redemptionKey(order.company, card.redemptionId));
  if (!row) throw new Error(`A gift card of order ${order.id} has no redemption`);
  return row;
};

const holdOf = ({ order }: MoveContext, card: OrderGiftCard) => ({
  redemption: card.redemptionId,
  minor: card.amount,
  pieces: 0,
  orderId: order.id,
});

const contextOf = ({ order }: MoveContext, card: OrderGiftCard) => ({
  redemptionId: card.redemptionId,
  orderId: order.id,
});

const writesOf = (moving: MoveContext, { move, card }: Exclude<CardMove, { move: 'give_back' }>): Write[] => {
  const isNew = move === 'hold' || move === 'use';
  const item = isNew ? moving.newItem : itemOf(moving, card.code);
  if (!item) throw new Error('A gift card was applied without its item');
  const { cause } = moving;
  if (move === 'hold') {
    return [
      ...holdWrites(item, holdOf(moving, card), cause.atMs).writes,
      { put: newRedemption(moving, card, item, 'held') },
    ];
  }
  if (move === 'release') {
    const row = redemptionOf(moving, card);
    const released = releaseWrites(item, card.redemptionId, cause.atMs);
    return [...(released?.writes ?? []), replaceRedemptionWrite(row, { ...row, state: 'released' })];
  }
  // A new card that pays immediately is reserved and captured in one write.
  const held = move === 'use' ? { ...item, holds: [...(item.holds ?? []), holdOf(moving, card)] } : item;
  const captured = captureWrites(held, { context: contextOf(moving, card) }, cause);
  // Another request has paid or ended the order in the meantime.
  if (!captured) throw new OutdatedRow(`A gift card of order ${moving.order.id} is no longer held`);
  if (move === 'use') return [...captured.writes, { put: newRedemption(moving, card, item, 'captured') }];
  const row = redemptionOf(moving, card);
  const sources = row.sources.map((source) =>
    withCapture(source, { minor: card.amount, pieces: 0, item: captured.item }),
  );
  return [...captured.writes, replaceRedemptionWrite(row, { ...row, state: 'captured', sources })];
};

const newRedemption = (
  { order, cause }: MoveContext,
  card: OrderGiftCard,
  item: ItemRow,
  state: 'held' | 'captured',
): RedemptionRow => {
  const source: RedemptionSource = {
    code: item.code,
    itemType: item.itemType,
    minor: card.amount,
    pieces: 0,
    isByPiece: false,
    capturedMinor: state === 'captured' ? card.amount : 0,
    capturedPieces: 0,
    refundedMinor: 0,
    refundedPieces: 0,
    leftMinor: item.remainingMinor - card.amount,
  };
  return redemptionRow({
    company: order.company,
    id: card.redemptionId,
    state,
    currency: order.amounts.currency,
    sources: [source],
    outstandingMinor: 0,
    reference: null,
    location: null,
    note: null,
    orderId: order.id,
    expiresAtMs: null,
    createdAtMs: cause.atMs,
    by: cause.by,
    version: 1,
  });
};

/** Writes of refunds to cards. Several cards may have the same successor, whose item is written once. */
const refundWrites = (moving: MoveContext, moves: readonly Extract<CardMove, { move: 'give_back' }>[]): Write[] => {
  const company = moving.rows.get<CompanyRow>(companyKey(moving.order.company));
  if (moves.length === 0 || !company) return [];
  const byItem = Map.groupBy(
    moves.filter(({ back }) => back.givenMinor > 0),
    ({ back }) => receiverOf(moving, back.code),
  );
  const terms = termsOf(company);
  return [
    ...[...byItem].flatMap(([item, ofItem]) => {
      const minor = ofItem.reduce((sum, { back }) => sum + back.givenMinor, 0);
      const card = ofItem[0]?.card;
      // Part of the decided amount was repaid in money in the meantime.
      if (minor > returnableMinor(item)) throw new OutdatedRow(`A gift card of order ${moving.order.id} was repaid`);
      return card
        ? returnWrites(item, { minor, context: contextOf(moving, card) }, { terms, cause: moving.cause })
        : [];
    }),
    ...moves.map(({ card, back }) => {
      const row = redemptionOf(moving, card);
      const sources = row.sources.map((source) => redemptionWithRefund(source, { minor: back.minor, pieces: 0 }));
      return replaceRedemptionWrite(row, { ...row, sources });
    }),
  ];
};
