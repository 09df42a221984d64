import { nowMs } from '../../platform/clock.ts';
import { ABSENT, getRows, type Row } from '../../storage/table.ts';
import { TransactionRefused, type Write } from '../../storage/transactions.ts';
import { changeItem } from './change.ts';
import { itemKey, type ItemRow, type ItemStatus } from './rows.ts';
import type { ItemChange } from './ledger.ts';
import { isUnspent, spendsByAmount } from './rules.ts';
import {
  planWithdrawal,
  repaysSpentValue,
  withdrawalChange,
  withdrawalTargetMinor,
  type Withdrawal,
} from './withdrawal.ts';

/** Says that a refund has taken its part of an item: a refund takes from each item once. */
interface WithdrawalMark extends Row {
  type: 'withdrawal';
  withdrawnMinor: number;
  withdrawnPieces: number;
  statusBefore: ItemStatus;
  /** This refund repaid what was claimed of it. */
  repaid?: boolean;
}

export interface OrderRefund {
  company: string;
  /** Codes of the order's items; those that were not issued, or are gone, do not count. */
  codes: readonly string[];
  /** Identity of the refund; running again with it takes nothing twice. */
  refundId: string;
  /** Money given back, smallest unit. */
  refundMinor: number;
  /** What could be refunded before it, smallest unit. */
  refundableMinor: number;
}

const ROUNDS = 5;
const SIDE_BY_SIDE = 10;

const markKey = (item: ItemRow, refundId: string) => ({ pk: item.pk, sk: `withdrawal#${refundId}` });
const markName = 'withdrawal-mark';

interface Plan {
  takenMinor: number;
  withdrawals: Withdrawal[];
  /** Money is given back for value that was spent: items that were claimed are withdrawn from, if only by nothing. */
  repays: boolean;
  /** All that could be given back is. */
  full: boolean;
}

/**
 * Takes back unspent value for money given back, item by item. Value that is spent while this runs is looked for in
 * the other items of the order. Where too little is unspent, what was claimed counts as repaid, so that undoing the
 * claim cannot make it spendable again. Safe to run again after any interruption. Returns the value that this refund
 * took.
 */
export const withdrawItems = async (refund: OrderRefund): Promise<number> => {
  let takenMinor = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    const plan = await planOf(refund);
    takenMinor = plan.takenMinor;
    if (plan.withdrawals.length === 0) break;
    for (let at = 0; at < plan.withdrawals.length; at += SIDE_BY_SIDE) {
      await Promise.all(plan.withdrawals.slice(at, at + SIDE_BY_SIDE).map((each) => withdrawOne(refund, each, plan)));
    }
  }
  return takenMinor;
};

const readItems = async ({ company, codes }: Pick<OrderRefund, 'company' | 'codes'>): Promise<ItemRow[]> => {
  const keys = codes.map((code) => itemKey(company, code));
  const rows = await getRows(keys, { consistent: true });
  return keys.flatMap((key) => rows.get<ItemRow>(key) ?? []);
};

/** The plan as it would have been before this refund took anything, less what it took. */
const planOf = async (refund: OrderRefund): Promise<Plan> => {
  const items = await readItems(refund);
  const marks = await getRows(
    items.map((item) => markKey(item, refund.refundId)),
    { consistent: true },
  );
  const takenOf = (item: ItemRow): number | undefined =>
    marks.get<WithdrawalMark>(markKey(item, refund.refundId))?.withdrawnMinor;
  const before = items.map((item) => ({
    ...item,
    remainingMinor: item.remainingMinor + (takenOf(item) ?? 0),
    withdrawnMinor: item.withdrawnMinor - (takenOf(item) ?? 0),
  }));
  const takenMinor = items.reduce((sum, item) => sum + (takenOf(item) ?? 0), 0);
  const targetMinor = withdrawalTargetMinor(before, refund.refundMinor, refund.refundableMinor);
  const open = items.filter((item) => takenOf(item) === undefined);
  const full = refund.refundMinor >= refund.refundableMinor;
  const leftMinor = Math.max(0, targetMinor - takenMinor);
  const withdrawals = full ? planWithdrawal(open, 1, 1) : takeFrom(open, leftMinor);
  const repays = repaysSpentValue(before, refund.refundMinor, refund.refundableMinor);
  if (!repays) return { takenMinor, withdrawals, repays, full };
  const planned = new Set(withdrawals.map(({ item }) => item.code));
  const spent = open.filter((item) => !planned.has(item.code) && !item.repaid && !isUnspent(item));
  return {
    takenMinor,
    withdrawals: [...withdrawals, ...spent.map((item) => ({ item, withdrawMinor: 0 }))],
    repays,
    full,
  };
};

const takeFrom = (items: readonly ItemRow[], minor: number): Withdrawal[] => {
  let left = minor;
  return items
    .toSorted((a, b) => b.sequence - a.sequence)
    .flatMap((item) => {
      const withdrawMinor = Math.min(item.remainingMinor, left);
      left -= withdrawMinor;
      return withdrawMinor > 0 ? [{ item, withdrawMinor }] : [];
    });
};

/** What a refund does to an item as it stands; undefined when there is nothing to take and nothing to repay. */
const changeOf = (item: ItemRow, withdrawMinor: number, { repays, full }: Plan): ItemChange | undefined => {
  const repaid = repays && !item.repaid && !isUnspent(item) ? { repaid: true } : {};
  // A refund that repays spent value takes all that is unspent, whatever was given back since the plan was made.
  const takeMinor = repays ? item.remainingMinor : Math.min(withdrawMinor, item.remainingMinor);
  if (item.remainingPieces > 0 && (takeMinor > 0 || full)) {
    return { ...withdrawalChange(item, takeMinor, 'order refunded'), ...repaid };
  }
  if (!repaid.repaid) return undefined;
  return { kind: 'withdraw', deltaMinor: 0, deltaPieces: 0, status: item.status, note: 'order refunded', ...repaid };
};

const withdrawOne = async (refund: OrderRefund, { item, withdrawMinor }: Withdrawal, plan: Plan): Promise<void> => {
  try {
    await changeItem(item, {
      cause: { by: { system: 'refund', company: refund.company }, requestId: refund.refundId, atMs: nowMs() },
      decide: (current) => changeOf(current, withdrawMinor, plan),
      together: ({ item: after, entry }, before): Write[] => {
        const mark: WithdrawalMark = {
          ...markKey(item, refund.refundId),
          type: 'withdrawal',
          v: 1,
          withdrawnMinor: -entry.deltaMinor,
          withdrawnPieces: -entry.deltaPieces,
          statusBefore: before.status,
          repaid: after.repaid === true && before.repaid !== true,
        };
        return [{ put: mark, condition: ABSENT, name: markName }];
      },
    });
  } catch (error) {
    // Another run of the same refund was here before us.
    if (!(error instanceof TransactionRefused && error.failed(markName))) throw error;
  }
};

/**
 * Gives back what a refund took, because the gateway refused it: each item becomes what it was. Safe to run again.
 */
export const reinstateItems = async (refund: Pick<OrderRefund, 'company' | 'codes' | 'refundId'>): Promise<void> => {
  const items = await readItems(refund);
  const marks = await getRows(
    items.map((item) => markKey(item, refund.refundId)),
    { consistent: true },
  );
  for (let at = 0; at < items.length; at += SIDE_BY_SIDE) {
    await Promise.all(
      items.slice(at, at + SIDE_BY_SIDE).map(async (item) => {
        const mark = marks.get<WithdrawalMark>(markKey(item, refund.refundId));
        if (mark) await reinstateOne(refund, item, mark);
      }),
    );
  }
};

const unchanged = ({ status }: ItemRow): ItemChange => ({
  kind: 'reinstate',
  deltaMinor: 0,
  deltaPieces: 0,
  status,
  note: 'refund declined',
});

const reinstateOne = async (
  refund: Pick<OrderRefund, 'company' | 'refundId'>,
  item: ItemRow,
  mark: WithdrawalMark,
): Promise<void> => {
  try {
    await changeItem(item, {
      cause: { by: { system: 'refund', company: refund.company }, requestId: refund.refundId, atMs: nowMs() },
      decide: (current) => {
        const repaid = mark.repaid ? { repaid: false } : {};
        const untouched = mark.withdrawnMinor === 0 && mark.withdrawnPieces === 0;
        // A card that is spent by amount has its one piece back with its first value, whoever emptied it.
        const pieces = spendsByAmount(current) ? current.pieces - current.remainingPieces : mark.withdrawnPieces;
        // A ticket that was used up meanwhile has nothing left that could be worth something.
        if (untouched || current.remainingPieces + pieces === 0) {
          return mark.repaid ? { ...unchanged(current), ...repaid } : undefined;
        }
        return {
          kind: 'reinstate',
          deltaMinor: mark.withdrawnMinor,
          deltaPieces: pieces,
          status: current.remainingPieces === 0 ? mark.statusBefore : current.status,
          note: 'refund declined',
          ...repaid,
        };
      },
      together: () => [
        { remove: markKey(item, refund.refundId), condition: { expression: 'attribute_exists(pk)' }, name: markName },
      ],
    });
  } catch (error) {
    if (!(error instanceof TransactionRefused && error.failed(markName))) throw error;
  }
};
