import type { VersionedRow } from '../../../storage/change-row.ts';
import { versionUnchanged, type Condition } from '../../../storage/conditions.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import type { Write } from '../../../storage/transactions.ts';
import { discountCodeKey } from '../../catalog/products/rows.ts';
import { disputeCodec } from './dispute-codec.ts';
import { releasePictureWrite, usePictureWrite } from '../../catalog/greeting-images/rows.ts';
import { settlementWrite } from './settlement-rows.ts';
import { refundCodec } from './refund-rows.ts';
import { moveStockWrites } from '../../catalog/stock/counters.ts';
import { subscriberWrites } from './subscriber-rows.ts';
import type { OrderRow } from './rows.ts';
import type { Effect } from './transition-rule.ts';

/** Names of writes in the transaction of an order. A refused transaction reports the names of its failed writes. */
export const DISCOUNT_WRITE = 'discount';
export const REFUND_WRITE = 'refund';
export const DISPUTE_WRITE = 'dispute';

/** Converts the effects of an order's change into writes. The only function that does so. */
export const effectWrites = (order: OrderRow, effects: readonly Effect[], nowMs: number): Write[] =>
  effects.flatMap((effect) => writesOf(order, effect, nowMs));

const writesOf = (order: OrderRow, effect: Effect, nowMs: number): Write[] => {
  switch (effect.kind) {
    case 'stock': {
      const holds = order.lines.flatMap((line) => line.holds);
      return moveStockWrites(order.company, holds, effect.move);
    }
    case 'code_use':
      return order.discount ? [codeUse(order.company, order.discount.code, effect)] : [];
    case 'picture': {
      const uploadId = order.greeting?.image?.uploadId;
      if (uploadId === undefined) return [];
      const move = effect.move === 'use' ? usePictureWrite : releasePictureWrite;
      return [move(order.company, uploadId, order.id)];
    }
    case 'subscriber':
      return subscriberWrites(order, nowMs);
    case 'settlement':
      return [settlementWrite(order.company, effect.reference, order.id)];
    case 'refund_row':
      return [{ put: refundCodec.write(nextOf(effect)), condition: versionUnchanged(effect.seen), name: REFUND_WRITE }];
    case 'dispute_row':
      return [
        { put: disputeCodec.write(nextOf(effect)), condition: versionUnchanged(effect.seen), name: DISPUTE_WRITE },
      ];
    default:
      return [];
  }
};

const codeUse = (company: string, code: string, { by }: Extract<Effect, { kind: 'code_use' }>): Write => ({
  name: DISCOUNT_WRITE,
  update: rowUpdate({
    key: discountCodeKey(company, code),
    add: { uses: by },
    if: by > 0 ? USABLE : USED,
  }),
});

/**
 * Checks the current state of the code, because an order must not use a code that was limited, disabled or deleted
 * after pricing.
 */
const USABLE: Condition = {
  expression: '#enabled = :true AND attribute_not_exists(#gone) AND (#most = :none OR #uses < #most)',
  names: { '#enabled': 'enabled', '#gone': 'deletedAtMs', '#most': 'max_uses', '#uses': 'uses' },
  values: { ':true': true, ':none': null },
};
/** A deleted code keeps its row, so that a use can always be returned. */
const USED: Condition = { expression: 'uses >= :one', values: { ':one': 1 } };

const nextOf = <T extends VersionedRow>({ row, seen }: { row: T; seen?: T }): T => ({
  ...row,
  version: (seen?.version ?? 0) + 1,
});
