import type { ItemsBySequence, SettlementWrites } from '../../value/items/withdrawal/settle-items.ts';
import { targetsOf, worthAtIssueMinor } from '../../value/items/withdrawal/target.ts';
import type { ItemRow } from '../../value/items/rows.ts';
import { refundedMinor, splitRefund } from '../../checkout/orders/gift-cards.ts';
import { refundableMinor } from '../../checkout/orders/refund-rules.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';

/** An item that loses value, or can no longer be used. */
interface PreviewedItem {
  code: string;
  /** Product and option. */
  name: string;
  /** Value and pieces before the refund. */
  remainingMinor: number;
  remainingPieces: number;
  /** Whether the item can no longer be used at all. */
  isGone: boolean;
  /** Value after the refund, in the smallest currency unit. */
  leftMinor: number;
}

/** Items of a line that will not be issued, or will be issued with less value. */
interface PreviewedLine {
  name: string;
  count: number;
  isGone: boolean;
  /** Value of each item, in the smallest currency unit. */
  leftMinor: number;
}

/** Outcome of a refund. Amounts in the smallest currency unit. */
export interface RefundPreview {
  amount: number;
  /** Part of `amount` that goes to the gateway. The rest goes back to gift cards. */
  gatewayAmount: number;
  /** Amount refunded earlier, at the gateway and to gift cards. */
  refunded: number;
  /** Amount that remains refundable after this refund. */
  refundable: number;
  currency: string;
  /** Issued items that lose value. */
  items: PreviewedItem[];
  /** Issued items whose used value is refunded in money, with that value. */
  spent: { code: string; name: string; claimedMinor: number }[];
  /** Unissued items that lose value or will not be issued, by line. */
  unissued: PreviewedLine[];
}

interface RefundStart {
  before: OrderRow;
  /** The order with the refund in progress. */
  next: OrderRow;
  amount: number;
  items: ItemsBySequence;
  /** Changes that the refund would write to the items, computed by the code that performs the refund. */
  settling: readonly SettlementWrites[];
}

export const previewRefund = (begun: RefundStart): RefundPreview => ({
  amount: begun.amount,
  gatewayAmount: splitRefund(begun.before, begun.amount).gatewayMinor,
  refunded: refundedMinor(begun.before),
  refundable: refundableMinor(begun.before) - begun.amount,
  currency: begun.before.amounts.currency,
  items: previewedItems(begun),
  spent: spentItems(begun),
  unissued: previewedLines(begun),
});

const nameOf = ({ title, variant }: ItemRow): string => [title, variant].filter(Boolean).join(', ');

const previewedItems = ({ items, settling }: RefundStart): PreviewedItem[] =>
  settling.flatMap(({ seq, change }) => {
    const item = items.get(seq);
    if (!item || !change || item.remainingPieces === 0) return [];
    if (change.deltaMinor === 0 && change.deltaPieces === 0) return [];
    return {
      code: item.code,
      name: nameOf(item),
      remainingMinor: item.remainingMinor,
      remainingPieces: item.remainingPieces,
      isGone: item.remainingPieces + change.deltaPieces === 0,
      leftMinor: item.remainingMinor + change.deltaMinor,
    };
  });

const spentItems = ({ items, settling }: RefundStart): RefundPreview['spent'] =>
  settling.flatMap(({ seq, repays }) => {
    const item = items.get(seq);
    return repays && item ? { code: item.code, name: nameOf(item), claimedMinor: item.claimedMinor } : [];
  });

/** Unissued items with the same name and outcome are listed together. */
const previewedLines = ({ before, next, items }: RefundStart): PreviewedLine[] => {
  const names = next.lines.flatMap(({ name, itemCount }) => Array.from({ length: itemCount }, () => name));
  const earlier = targetsOf(before);
  const previewed: PreviewedLine[] = [];
  for (const [seq, target] of targetsOf(next).entries()) {
    const was = earlier[seq];
    if (!was || items.has(seq) || was.share.whole) continue;
    const leftMinor = worthAtIssueMinor(target);
    const isGone = target.share.whole;
    if (!isGone && leftMinor === worthAtIssueMinor(was)) continue;
    const name = names[seq] ?? '';
    const sameOutcome = previewed.find(
      (each) => each.name === name && each.isGone === isGone && each.leftMinor === leftMinor,
    );
    if (sameOutcome) sameOutcome.count += 1;
    else previewed.push({ name, count: 1, isGone, leftMinor });
  }
  return previewed;
};
